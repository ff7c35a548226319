"""How a finger finds what it taps on a page that may move under it: scripts, run there."""

# How long after a finger has lifted its click may come, in ms.
LATE = 2_000

# How far down the map can be seen: a sheet below it lies over it, one beside it does not.
SEEN_MAP = """() => {
  const map = document.querySelector('.mapbox').getBoundingClientRect();
  const sheet = document.querySelector('.panel')?.getBoundingClientRect();
  const over = sheet && sheet.left < map.right && sheet.right > map.left && sheet.top > map.top + 60;
  return { ...map.toJSON(), bottom: over ? Math.min(map.bottom, sheet.top) : map.bottom };
}"""

# Where a finger meets a region: its box is pushed so that the region's middle is in view, above the sheet. A middle
# under a button of the map, or under the price of another region, which is what a tap there would take, is evaded: so
# far that the finger is neither beside that price nor at a border, which the page would take for aimed at, and once the
# prices have settled. Whatever else lies there is waited for, but not a sheet or a button that stays for many frames.
MIDDLE = f"""([id, [x, y]]) => new Promise((found, not) => {{
  const end = performance.now() + 10_000, stays = 200, settled = 8, beside = 17, border = 9;
  const seenMap = {SEEN_MAP};
  let before, lies = 0, rests = 0;
  const away = (at, start, end) => at < start + 20 || at > end - 20 ? at - (start + end) / 2 : 0;
  const ring = [...Array(8).keys()].map((eighth) => [Math.cos(eighth * Math.PI / 4), Math.sin(eighth * Math.PI / 4)]);
  const around = ({{ x, y }}, far) => ring.map(([right, down]) => new DOMPoint(x + right * far, y + down * far));
  const prices = () => [...document.querySelectorAll('[data-of] .price')]
    .filter((price) => price.closest('[data-of]').dataset.of !== id).map((price) => price.getBoundingClientRect());
  const look = () => {{
    const path = document.querySelector(`.tap[data-region='${{id}}']`), box = document.querySelector('.mapbox');
    const spot = () => new DOMPoint(x, y).matrixTransform(path.getScreenCTM());
    let now, over, price;
    if (path && box) {{
      const seen = seenMap(), there = spot();
      box.scrollBy(away(there.x, seen.left, seen.right), away(there.y, seen.top, seen.bottom));
      const taken = prices(), at = ({{ x, y }}) => document.elementFromPoint(x, y);
      const priced = ({{ x, y }}, far) => taken.some((price) =>
        x >= price.left - far && x <= price.right + far && y >= price.top - far && y <= price.bottom + far);
      const inside = (spot) => [spot, ...around(spot, border)].every((each) => at(each) === path);
      const middle = spot();
      over = at(middle);
      price = over === path && priced(middle, 0);
      lies = over?.closest('.panel, .maptools, .isles') || price ? lies + 1 : 0;
      if (over === path && !price) now = middle;
      else if (price || over?.closest('.maptools, .isles'))
        now = [18, 24, 30, 36, 42].flatMap((far) => around(middle, far))
          .find((spot) => inside(spot) && !priced(spot, beside));
    }}
    rests = now && before?.x === now.x && before?.y === now.y ? rests + 1 : 0;
    if (rests > (price || over !== path ? settled : 0)) {{
      found([now.x, now.y]);
    }} else if (!now && lies > stays || performance.now() > end) {{
      const why = price ? "under another region's price" : over?.closest('.maptools, .isles') ? "under a button" :
        `covered by ${{over?.outerHTML.slice(0, 200)}}`;
      not(new Error(path ? `${{id}} is ${{why}}` : `${{id}} is not there`));
    }} else {{
      before = now;
      requestAnimationFrame(look);
    }}
  }};
  look();
}})"""

# The middle of what is seen of the map.
OPEN_MAP = f"""() => {{
  const {{ left, right, top, bottom }} = ({SEEN_MAP})();
  return [(left + right) / 2, (top + bottom) / 2];
}}"""

# A finger that comes: tapped() waits for its click and tells whether it came; a later one then means nothing any more.
FINGER = f"""() => {{
  let clicked;
  const click = new Promise((resolve) => clicked = () => resolve(true));
  const look = (event) => event.isTrusted && clicked();
  addEventListener("click", look, {{ capture: true }});
  window.tapped = async () => {{
    const came = await Promise.race([click, new Promise((late) => setTimeout(late, {LATE}))]);
    const end = performance.now();
    removeEventListener("click", look, {{ capture: true }});
    const late = (event) => event.timeStamp <= end && (event.preventDefault(), event.stopImmediatePropagation());
    if (!came) addEventListener("click", late, {{ capture: true }});
    return came === true;
  }};
}}"""

# The same, and then a finger that meets that region meets it shortly, and one that would meet anything else meets
# nothing: between the look and the finger the page may have moved, and a busy computer brings the finger's way up so
# late that it would be a long press. met() waits for the click, tells whether it met the region, and ends that; what
# comes of that finger even later meets nothing either, as another one is aimed by then.
AIM = f"""async ([id, middle]) => {{
  const spot = await ({MIDDLE})([id, middle]);
  const kinds = ["pointerdown", "touchstart", "pointerup", "touchend", "click"];
  let met = true, down, clicked;
  const click = new Promise((resolve) => clicked = () => resolve(true));
  const look = (event) => {{
    if (!event.isTrusted) return;
    met &&= event.target.matches(`.tap[data-region='${{id}}']`);
    if (event.type === "click") clicked();
    if (met && event.type === "pointerup") event.target.dispatchEvent(new PointerEvent("pointerdown", down));
    if (met && event.type !== "pointerdown") return;
    event.stopImmediatePropagation();
    if (met) down = event;
    else event.preventDefault();
  }};
  kinds.forEach((kind) => addEventListener(kind, look, {{ capture: true, passive: false }}));
  window.met = async () => {{
    const tapped = await Promise.race([click, new Promise((late) => setTimeout(late, {LATE}))]);
    const end = performance.now();
    kinds.forEach((kind) => removeEventListener(kind, look, {{ capture: true }}));
    const late = (event) => event.timeStamp <= end && (event.preventDefault(), event.stopImmediatePropagation());
    if (!tapped) kinds.forEach((kind) => addEventListener(kind, late, {{ capture: true, passive: false }}));
    return met && tapped === true;
  }};
  return spot;
}}"""
