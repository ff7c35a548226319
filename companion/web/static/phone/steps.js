/**
 * What the hands do on the table after an act: one card a place, with all that is to be done there, ticked off by a tap
 * or swiped away. The picture says where; whoever hears the card is told the region.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { numberOf } from "../lib/mapthings.js";
import { focus, held, page, seatOf, setting } from "../lib/page.js";
import { seatMark } from "../lib/seats.js";
import { coaching } from "./coach.js";
import { hearTicks, isBegun, isTicked, keepTicks, tick } from "./ticks.js";
import { named as joined, small, w } from "../lib/words.js";

const FEW = 2; // steps above a score that are a list; more are a row
const SWIPE = 36; // px up or down that take a card away
const LETTERS = 38; // that a card has room for on the narrowest phone, in large text as well
const LINES = 2.6; // of letters in a card, as none is full
const LETTER = 0.41; // of the page's letters that one of a card is wide
const BESIDE = 0.57; // of the page that a card has beside a button
const WIDEST = 480; // px; where the sheet stands beside the map it is no wider
const PICTURE = 90; // px that a card's picture, its edges and the page's take

const ACTS = 8; // so many earlier acts wait to be ticked off
const KNOWN = 30; // so many can be looked up in the log
const HABIT = 3; // acts of which one was ticked off by whoever ticks

/**
 * The steps of an act, each with its `number` there, those of its texts (`lines`) and the seat whose hands do it. Those
 * with coins are on the phones of players who use cardboard ones.
 */
const stepsOfAct = ({ steps: all, by = null }) =>
  all
    .map((step, number) => ({ number, lines: [...step.texts.keys()], by, ...step }))
    .filter(({ coins }) => !coins || setting("cardboard"));

const isDone = (row, { number, lines }) => lines.every((line) => isTicked(row, number, line));

const turnOver = (row, step) => tick(row, step.number, step.lines, !isDone(row, step));

let drawn = "";

/** Those still to do come first, whoever ticked: a row whose cards change would stay with the card it shows. */
function toFirst(order) {
  const now = order.map(({ row, step, test, place }) => [row, test, place, isDone(row, step)].join(" ")).join();
  if (now === drawn) return;
  drawn = now;
  queueMicrotask(() => document.querySelector("ul.steps")?.scrollTo(0, 0));
}

/**
 * Acts before the last one, in their order, each with the turn in which it was the last; of their steps those that may
 * still have to be done by the hands of this phone's players.
 */
let earlier = [];

const turnOf = ({ game: { turn } }) => `${turn.number} ${turn.seat}`;

/** Whether a step is about a banner and a badge that the last act moves elsewhere. */
const isMoved = ({ signs }, last) =>
  signs.some(
    (keys) => keys.length > 1 && last.steps.some((step) => step.signs.some((each) => `${each}` === `${keys}`)),
  );

/** The acts that this phone has heard of, by row. What an undo says holds until the next one alone. */
const known = new Map();

/** Whether the steps of this phone's hands are ticked off: some of the last ones were. A single tap is no habit. */
const ticking = () =>
  [...known.values()]
    .slice(-ACTS)
    .map((act) => forHands(act).map(({ number, lines }) => lines.some((line) => isTicked(act.row, number, line))))
    .filter((steps) => steps.length)
    .slice(-HABIT)
    .some((steps) => steps.includes(true));

/**
 * What of an act still fits the board: nothing once its player has another turn, or the turn is over in which nobody
 * ticked anything, nor where others have moved since or somebody has put the region right.
 * `was` is the act before last.
 */
function fitting(act, state, was) {
  const { turn } = state.game;
  const ticks = ticking() || isBegun(act.row);
  if (turnOf(state) !== act.turn && (turn.seat === act.by || !ticks)) return [];
  const { last } = state;
  if (!last || last.row === act.row) return act.steps;
  // Whoever never ticks has done what another's act had for them by their own second act.
  const own = (each) => each?.row > act.row && held(each.by);
  if (!ticking() && act.by !== null && !held(act.by) && own(was) && own(last)) return [];
  // What another's act has for hands of this phone comes before what they do there themselves. Whoever never ticks has
  // done what was told of a region before.
  const others = !ticks || (last.by !== act.by && (held(act.by) || !held(last.by)));
  const told = others ? last.steps.flatMap(({ places }) => places) : [];
  const moved = [...told, ...(last.steps.length ? [] : last.places)];
  return act.steps.filter((step) => !step.places.some((place) => moved.includes(place)) && !isMoved(step, last));
}

/** Whether somebody ticks here and had not begun with the act that was undone: there is nothing to put back. */
let untouched = false;

/**
 * Takes up a new act: the steps of the one before wait, if they are for the hands of this phone and its players tick
 * or are new to the game, or anybody has begun to tick them off. Those of an act that was undone go.
 */
export function hearSteps(before, state) {
  hearTicks(state);
  const was = before?.last;
  const over = was && was.row !== state.last?.row;
  const waits = over && (ticking() || isBegun(was.row) || coaching());
  if (over && state.redo) untouched = !before.redo && ticking() && !isBegun(was.row);
  // What is to be put back is told anew with every undo and redo, until something else is done.
  if (waits && !(before.redo && (state.redo || untouched)))
    earlier.push({ ...was, steps: forHands(was), turn: turnOf(before) });
  const stands = new Set(state.log.filter((line) => !line.state).map(({ row }) => row));
  earlier = (state.game ? earlier : [])
    .map((act) => ({ ...act, steps: fitting(act, state, was) }))
    .filter(({ row, steps: all }) => stands.has(row) && all.some((step) => !isDone(row, step)))
    .slice(-ACTS);
  if (state.last && !state.redo) known.set(state.last.row, state.last);
  if (known.size > KNOWN) known.delete(known.keys().next().value);
  keepTicks([...earlier.map(({ row }) => row), ...known.keys()]);
}

let from = null;

/** Whose hands they are: on the player's own phone the mark is enough, others read the name before the words. */
const marked = (seat) => (seat && held(seat.id) ? seatMark(seat) : nothing);
const whose = (seat, text) =>
  seat && !held(seat.id)
    ? html`<span class="whose"
        >${seatMark(seat)}${says(text, seat) ? nothing : html` ${joined(seat.name).trimEnd()}`}</span
      > `
    : nothing;
/** The seat whose hands a sentence names at its beginning: "Ann Lee" before "Ann". */
const named = (text) =>
  page.state.seats
    .filter((each) => says(text, each))
    .sort((one, other) => other.name.length - one.name.length)
    .at(0);

/** Whether a step is for hands of this phone by name, in an act of somebody else. */
const isNamed = ({ texts, by }) => {
  const seat = named(texts[0]);
  return Boolean(seat) && held(seat.id) && !held(by);
};

/** An act's steps for the hands of this phone. Laying out the board is everybody's. */
function forHands(act) {
  const all = stepsOfAct(act);
  return act.by === null || held(act.by) ? all.flatMap(byPlace) : all.flatMap(singly).filter(isNamed);
}

/** Whether the last act, or one before it that waits, has something to do for a seat's hands by its name. */
export function namesSeat(seat) {
  const { last } = page.state;
  const names = ({ texts }) => texts.some((text) => named(text)?.id === seat);
  const waits = earlier.some(({ row, steps: all }) => all.some((step) => names(step) && !isDone(row, step)));
  return waits || Boolean(last?.steps.some(names));
}

/** Whether the words begin with a player's name themselves. */
const says = (text, seat) => text.startsWith(`${seat.name} `);
/** The first words of a card, after the mark or the name of whose hands they are for. */
const first = (seat, text) => (seat && !held(seat.id) && !named(text) ? small(text) : text);

/** The race's banner with its power's badge, where a card is about them. */
const signs = (keys = []) =>
  keys.length ? html`<span class="place signs">${keys.map((key) => icon(key))}</span>` : nothing;

/** The number of its place, at the side of the picture where no other sign is: the words beside it have none. */
function number(places) {
  const region = places.length === 1 ? page.board?.byId[places[0]] : null;
  return region && numberOf(region) ? html`<small class="number">${numberOf(region)}</small>` : nothing;
}

/**
 * @param {number} row the act it belongs to
 * @param {{
 *   number: number, lines: number[], texts: string[], here: string[], signs: string[][], places: string[],
 *   order: number | null, by: number | null,
 * }} step
 * @param {number} place its number in the list
 * @param {string} test
 * @param {string} nth which one of several it is, as "1 of 2"
 * @param {boolean} flowing what is said of a place in one sentence, as it is ticked off at once
 */
function card(row, step, place, test, nth = "", flowing = false) {
  const { texts, here, places, order, by } = step;
  // Beside the sentence of another act, "here" would be one of its places.
  const said = test === "earlier" ? texts : here;
  const done = isDone(row, step);
  const lines = flowing ? [[said[0], ...said.slice(1).map(small)].join(", ")] : said;
  const seat = named(texts[0]) ?? (by === null ? null : seatOf(by));
  return html`<li>
    <button
      class=${`step ${done ? "ticked" : ""}`}
      aria-pressed=${done}
      aria-label=${[seat?.name, ...texts, nth].filter(Boolean).join(", ")}
      data-test=${`${test}-${place}`}
      @pointerdown=${(event) => {
        from = event.clientY;
      }}
      @pointerup=${(event) => {
        if (from !== null && Math.abs(event.clientY - from) > SWIPE && !done) turnOver(row, step);
        from = null;
      }}
      @click=${() => turnOver(row, step)}
    >
      ${
        places.length
          ? html`<span class="place"
              >${cutout(places, { shape: 1 })}${number(places)}${order ? html`<b>${order}</b>` : nothing}</span
            >`
          : signs(step.signs.find((each) => each.length))
      }
      ${marked(seat)}<span class="tick">${done ? icon("check") : nothing}</span
      ><span class="do"
        >${lines.map((text, line) => html`<span>${line ? text : [whose(seat, text), first(seat, text)]}</span>`)}</span
      >
      ${nth ? html`<small class="nth">${nth}</small>` : nothing}
    </button>
  </li>`;
}

/** A step for each of its sentences. */
const singly = (step) =>
  step.lines.map((line, at) => ({
    ...step,
    lines: [line],
    texts: [step.texts[at]],
    here: [step.here[at]],
    signs: [step.signs[at]],
  }));

/** How many letters a card's three lines have room for: beside the way on, on the own turn, it is half as wide. */
function letters() {
  const size = parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  const wide = Math.min(innerWidth, WIDEST) * (focus() === null ? 1 : BESIDE) - PICTURE;
  return Math.max(LETTERS, (LINES * wide) / (LETTER * size));
}

/**
 * What is said of a place in as few steps as cards have room for its `words`, where they are for the same hands.
 *
 * @param {any} step
 * @param {"here" | "texts"} words
 */
function joinedUp(step, words) {
  const parts = [];
  // Beside the map each has a picture of its own.
  const most = step.places.length ? letters() : LETTERS;
  for (const each of singly(step)) {
    const part = parts.at(-1);
    const fits = part && [...part[words], each[words]].join(", ").length <= most;
    if (fits && named(part.texts[0]) === named(each.texts[0]))
      for (const key of ["lines", "texts", "here", "signs"]) part[key].push(...each[key]);
    else parts.push(each);
  }
  return parts;
}

/**
 * A card for each step of the last act and of earlier ones, as {row, step, place, test}, in the order in which hands do
 * them: what somebody else's act has for them by name, what comes before the last act on the table, as it is in the
 * same region or was begun when the board was laid out, the last act, and what else was left, for whoever ticks that
 * off: for all others most of it lies there already, and is in the list alone.
 */
function allCards() {
  const { last } = page.state;
  const cardsOf = (act, test) =>
    stepsOfAct(act)
      .flatMap((step) => joinedUp(step, test === "step" ? "here" : "texts"))
      .map((step) => ({ row: act.row, step, test }));
  const numbered = (all) => all.map((each, place) => ({ ...each, place }));
  const now = numbered(last ? cardsOf(last, "step") : []);
  const left = numbered(earlier.flatMap((act) => cardsOf(act, "earlier")));
  const places = now.flatMap(({ step }) => step.places);
  const comesBefore = ({ row, step }) =>
    step.by === null ? isBegun(row) : step.places.some((place) => places.includes(place));
  const byName = [...left, ...now].filter(({ step }) => isNamed(step));
  return [...new Set([...byName, ...left.filter(comesBefore), ...now, ...(ticking() ? left : [])])];
}

/** What hands do, in cards beside the way on, those still to do first; nothing where hands have nothing to do. */
export function steps() {
  const all = allCards();
  if (!all.length) return nothing;
  const nth = (each) => (all.length > 1 ? w("deal.progress", { number: all.indexOf(each) + 1, of: all.length }) : "");
  const done = all.filter(({ row, step }) => isDone(row, step));
  const order = [...all.filter((each) => !done.includes(each)), ...done];
  toFirst(order);
  return html`<ul class="steps plain" aria-label=${w("steps")} data-test="steps">
    ${
      all.length > 1 && done.length === all.length
        ? html`<li class="all-ticked" data-test="steps-done">
            ${icon("check")} <span role="status">${w("steps.done")}</span>
          </li>`
        : nothing
    }${order.map((each) => card(each.row, each.step, each.place, each.test, nth(each), true))}
  </ul>`;
}

/** What is done beside the map is a step for each sentence. */
const byPlace = (step) => (step.places.length ? [step] : singly(step));

/** The steps of an act in their order, one below the other; what is beside the map at once where that is `brief`. */
export const stepList = (act, test, brief = false) =>
  html`<ol class="step-list plain" aria-label=${w("steps")} data-test=${`${test}s`}>
    ${stepsOfAct(act)
      .flatMap(brief ? (step) => [step] : byPlace)
      .map((step, place) => card(act.row, step, place, test))}
  </ol>`;

/**
 * Everything that hands do about the last act, where there is room for a list. What is left of earlier ones is folded.
 */
export function allSteps() {
  const { last } = page.state;
  const open = earlier.flatMap(({ row, steps: all }) => all.filter((step) => !isDone(row, step)));
  return html`${anySteps() ? stepList(last, "step") : nothing}${
    open.length
      ? html`<details class="earlier" data-test="earlier-steps">
          <summary>${w("steps.before", { count: open.length })}</summary>
          ${earlier.map((act) => stepList(act, "earlier"))}
        </details>`
      : nothing
  }`;
}

/** What hands do above a score, which is to be in sight: so many in a list, more in a row, unless all was asked for. */
export const stepsAbove = () =>
  allCards().length > FEW && page.open !== "tall" ? html`<div class="acts hands">${steps()}</div>` : allSteps();

/** What hands had to do about an act of the log, as far as this phone has heard of it. */
export function stepsOf(row) {
  const act = known.get(row);
  return act && stepsOfAct(act).length ? stepList(act, "log-step") : nothing;
}

/** Whether there is anything to do about the last act. */
export const anySteps = () => Boolean(page.state.last && stepsOfAct(page.state.last).length);
