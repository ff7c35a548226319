/** Two fingers on something that lies in a box: how much nearer they bring it, and round which place of the box. */

let pinch = null;

/** A listener for the box's touches; `now` says the zoom, `to` gets the new one and the place between the fingers. */
export const pinching = (now, to) => ({
  handleEvent(event) {
    if (event.touches.length !== 2) {
      pinch = null;
      return;
    }
    event.preventDefault();
    const bounds = event.currentTarget.getBoundingClientRect();
    const [a, b] = event.touches;
    const apart = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    pinch ??= { apart, zoom: now() };
    const at = [(a.clientX + b.clientX) / 2 - bounds.left, (a.clientY + b.clientY) / 2 - bounds.top];
    to((pinch.zoom * apart) / pinch.apart, at);
  },
  passive: false,
});
