/** What this phone knows and shows: one plain object, drawn again after each change. */

export const page = {
  state: null, // the table's public state, as last heard
  me: null, // {seats, waiting}: the seats this phone holds
  link: "connecting", // connecting | open | lost | full
  offers: {}, // a held seat's own offers, by seat, for offersOf
  offersOf: -1, // the change of the game those offers belong to
  board: null, // the drawn map
  screen: "map", // map | column | purse | log | more
  sheet: null, // the open region sheet
  holder: null, // which of several players on this phone has it in hand
  resting: false, // whoever has just scored looks at it before this phone goes to the next of its players
  acting: null, // a seat of another phone for which this phone enters
  forms: {}, // half-filled forms by offer id
  form: null, // the offer id of the form in hand
  next: null, // the one that the turn's next stage opens
  slot: null, // the slot of that form that was tapped last
  otherwise: null, // the form whose bounds people have left behind
  explained: null, // the races and powers that explain themselves: {keys, found}
  pointed: null, // the regions a hint points out, until the game changes
  told: null, // a sentence from the table: {text, again, label}, where one may do something about it
  fresh: null, // the row just entered here, while its take-back is large
  times: null, // {seconds, running}: the players' clocks, where the table plays with them
  kept: [], // taps that wait for a table out of reach
  busy: new Set(), // what was posted and not yet answered
  roll: null, // a die result that is shown large
  tumbling: false, // and has not come to rest
  fading: false, // and is about to go
  watching: false, // without a seat, only looking on
  whole: null, // a turn made on the cardboard, as far as it was told here
  laying: false, // the map is being put right
  checking: false, // the board is being walked through
  guide: null, // the step of a game under way that is being entered here
  past: null, // an old turn's end that is put right
  box: /** @type {boolean | string} */ (false), // what lies where is open, or until the board is laid out
  open: null, // which combo or sheet part lies open
  coins: {}, // purses under a lifted cover, by seat
  diary: null, // where they came from: {seat, entries, stash}
};

const drawers = [];
let due = false;

export function onChange(draw) {
  drawers.push(draw);
}

/** Changes what is shown; several changes in one go are drawn once. */
export function change(patch = {}) {
  Object.assign(page, patch);
  if (due) return;
  due = true;
  queueMicrotask(() => {
    due = false;
    drawers.forEach((draw) => draw());
  });
}

/** What this browser stores by a name. Tables below one host share its storage, and none may read another's. */
export const stored = (name) => `${new URL(".", location.href).pathname.slice(1)}companion.${name}`;

/** On until somebody switches them off. */
const ON = ["awake", "shake"];

/** A switch this phone remembers. */
export function setting(key, value) {
  const name = stored(key);
  try {
    if (value === undefined) return (localStorage.getItem(name) ?? (ON.includes(key) ? "on" : "off")) === "on";
    localStorage.setItem(name, value ? "on" : "off");
  } catch {
    // A browser that stores nothing still plays.
  }
  return change();
}

export const game = () => page.state?.game;
export const seatOf = (id) => page.state.seats.find((seat) => seat.id === id);
export const nameOf = (seat) => seatOf(seat)?.name ?? "";
export const held = (id) => page.me?.seats.includes(id) ?? false;
export const bandOf = (id) => game()?.bands.find((band) => band.id === id);

/** Whether this phone sits here, or is the table's own computer: others may watch, and no more. */
export const here = () => page.me?.seats.length > 0 || "here" in document.getElementById("app").dataset;

/** Everything a seat may do: its own list on its own phone, the public one elsewhere. */
export function offersOf(seat) {
  if (held(seat) && page.offersOf === page.state.changed && page.offers[seat]) return page.offers[seat];
  return (game()?.offers ?? []).filter((offer) => offer.seat === seat);
}

/** Whether people at this table tick off what their hands have done. */
export const ticking = () => page.state.ticking;

/** Whether what is left is reminded of: where people tick, and while the set-up, which is nobody's own, is left. */
export const reminds = () => ticking() || page.state.earlier.some(({ by }) => by === null);

/** Who is to do something now: another seat, where all wait for its answer, else the one whose turn it is. */
export const mover = () => game().turn.asked ?? game().turn.seat;

/** Seats that have something to do, the one whose turn it is first. */
export function waiting() {
  const now = game()?.turn.seat;
  const seats = [...new Set((game()?.offers ?? []).map((offer) => offer.seat))];
  return seats.sort((a, b) => Number(b === now) - Number(a === now));
}

/** The seat this phone acts for now, or null while it looks on or at a score. */
export const focus = () => (page.resting ? null : awaited());

/** The seat this phone is to act for, once it has it in hand; null where it only looks on. */
export function awaited() {
  const due = waiting();
  if (page.acting !== null && due.includes(page.acting)) return page.acting;
  return due.find(held) ?? null;
}

/** The seat that signs for what this phone enters for another, or for all. */
export const signer = (seat = null) => [seat, page.holder].find(held) ?? page.me.seats[0];
