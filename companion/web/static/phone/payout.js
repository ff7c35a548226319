/**
 * The coins of a turn fly from its score sheet to the chip of its player: on phones that show the sheet, and so tell
 * nothing that is not read there.
 */
const MOST = 6; // coins, however many the sheet has
const FLIGHT = 420; // ms
const APART = 50; // ms

/** What the latest state says was scored, until it has been drawn: {seat, total}. */
let due = null;

/** Takes up what a new state scores. A sheet that an undo brings back is no longer shown. */
export function hearScore(before, state) {
  const sheet = state.game?.sheet;
  const was = before?.game?.sheet;
  const known = was?.accepted && was.seat === sheet?.seat;
  due = sheet?.accepted && !known && before?.game?.turn.seat === sheet.seat && sheet.total > 0 ? sheet : null;
}

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];
const within = (value, least, most) => Math.min(most, Math.max(least, value));

/** Coins over the page, which no finger meets; what moves them needs no layout. */
function fly(count, [x, y], [toX, toY]) {
  const over = document.createElement("div");
  over.className = "flying";
  over.ariaHidden = "true";
  over.dataset.test = "flying";
  document.body.append(over);
  const flights = Array.from({ length: count }, (_, place) => {
    const coin = over.appendChild(document.createElement("i"));
    const at = (share, rise, scale) =>
      `translate(${x + (toX - x) * share}px, ${y + (toY - y) * share - rise}px) scale(${scale})`;
    const lift = 16 + 10 * (place % 3);
    return coin.animate(
      [
        { transform: at(0, 0, 0.6), opacity: 0 },
        { transform: at(0.15, lift, 1), opacity: 1, offset: 0.25 },
        { transform: at(1, 0, 0.8), opacity: 1 },
      ],
      { duration: FLIGHT, delay: place * APART, easing: "ease-in", fill: "backwards" },
    ).finished;
  });
  Promise.allSettled(flights).then(() => over.remove());
}

/** The page has been drawn: what is due flies once, where both ends are in sight and nobody minds motion. */
export function payOut() {
  if (!due) return;
  const { seat, total } = due;
  due = null;
  const sum = document.querySelector(".panel .score tfoot td");
  const chip = document.querySelector(`.strip [data-test="player-${seat}"]`);
  if (!sum || !chip || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const panel = sum.closest(".panel").getBoundingClientRect();
  const strip = chip.parentElement.getBoundingClientRect();
  const [x, y] = middle(sum.getBoundingClientRect());
  const [toX, toY] = middle(chip.getBoundingClientRect());
  fly(
    Math.min(MOST, total),
    [x, within(y, panel.top, Math.min(panel.bottom, innerHeight))],
    [within(toX, strip.left, strip.right), toY],
  );
}
