/** Numbers that count up to what they are, once each: any element with `data-count`, and `data-of` for whose it is. */
const LASTS = 1_600; // ms

/** What was counted, by whose it is: an element may come to show somebody else's. */
const counted = new Map();

/** Elements that are counting, each with whose number it is. */
const counting = new Map();

/** The text node that the template wrote: only its letters change. */
const textOf = (each) => [...each.childNodes].find((node) => node.nodeType === Node.TEXT_NODE);

/** Show the whole number: the template does not write it again where the one before it was the same. */
function finish(each) {
  counting.delete(each);
  textOf(each).data = each.getAttribute("data-count");
  each.removeAttribute("data-counting");
}

function count(each, goal, whose) {
  const begun = performance.now();
  const step = (now) => {
    if (counting.get(each) !== whose) return;
    const share = Math.min(1, Math.max(0, (now - begun) / LASTS));
    if (share === 1) {
      finish(each);
      return;
    }
    // Quick at first, and slow where everybody holds their breath.
    textOf(each).data = String(Math.round(goal * (1 - (1 - share) ** 3)));
    requestAnimationFrame(step);
  };
  counting.set(each, whose);
  each.setAttribute("data-counting", "");
  step(begun);
}

export function countUp() {
  for (const each of document.querySelectorAll("[data-count]")) {
    const goal = Number(each.getAttribute("data-count"));
    const whose = each.getAttribute("data-of");
    if (counted.get(whose) !== goal) {
      counted.set(whose, goal);
      if (!matchMedia("(prefers-reduced-motion: reduce)").matches) count(each, goal, whose);
    } else if (counting.has(each) && counting.get(each) !== whose) finish(each);
  }
}
