/**
 * What the hands do on the table after an act: one card a place, with all that is to be done there, ticked off by a tap
 * or swiped away. The picture says where; whoever hears the card is told the region.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { numberOf } from "../lib/mapthings.js";
import { change, game, held, page, reminds, seatOf, setting } from "../lib/page.js";
import { seatMark } from "../lib/seats.js";
import { hearTicks, isTicked, keepTicks, tick } from "./ticks.js";
import { named as joined, small, w } from "../lib/words.js";

const FEW = 2; // steps above a score that are a list of their own; more are in the row
const SWIPE = 36; // px aside that take a card away
const KNOWN = 30; // acts that can be looked up in the log

/** Coins that change hands in the app alone, where none lie on the table. */
const isNews = ({ news }) => news && !setting("cardboard");

/**
 * The steps of an act, each with its `number` there, those of its texts (`lines`) and the seat whose hands do it. Those
 * with coins are on the phones of players who use cardboard ones, unless they are news to all.
 */
const stepsOfAct = ({ steps: all, by = null }) =>
  all
    .map((step, number) => ({ number, lines: [...step.texts.keys()], ...step, by: step.anybodys ? null : by }))
    .filter(({ coins, news }) => !coins || news || setting("cardboard"));

const isDone = (row, step) => isNews(step) || step.lines.every((line) => isTicked(row, step.number, line));

const turnOver = (row, step) => tick(row, step.number, step.lines, !isDone(row, step));

/** The acts that this phone has heard of, by row. What an undo says holds until the next one alone. */
const known = new Map();

/** Takes up a state: what was done, and what is ticked off of it. */
export function hearSteps(state) {
  hearTicks(state);
  if (state.last && !state.redo) known.set(state.last.row, state.last);
  if (known.size > KNOWN) known.delete(known.keys().next().value);
  keepTicks([...known.keys()]);
}

let from = null;

/** Whose hands they are, on a phone of several players; on other phones the name stands before the words. */
const marked = (seat, mixed) =>
  seat && held(seat.id) && page.me.seats.length > 1 && !mixed ? seatMark(seat) : nothing;
/** Whether a card names whose hands they are: others', and one's own among those of others, unless its words do. */
const isTold = (seat, text, mixed) => seat && (!held(seat.id) || (mixed && !says(text, seat)));
const whose = (seat, text, mixed) =>
  isTold(seat, text, mixed)
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
const isNamed = (step) => {
  const seat = isNews(step) ? null : named(step.texts[0]);
  return Boolean(seat) && held(seat.id) && !held(step.by);
};

/** Whether the last act, or one before it that waits, has or had something for a seat's hands by its name. */
export function namesSeat(seat) {
  const { last } = page.state;
  const names = (step) => !isNews(step) && step.texts.some((text) => named(text)?.id === seat);
  return Boolean(last?.steps.some(names)) || ofOthers().some(({ step }) => named(step.texts[0])?.id === seat);
}

/** Whether the last act has moved anything on the map. */
const moved = () => Boolean(page.state.last?.steps.some(({ places }) => places.length));

/** Whether the words begin with a player's name themselves. */
const says = (text, seat) => text.startsWith(`${seat.name} `);
/** The first words of a card, after the mark or the name of whose hands they are for. */
const opens = (seat, text, mixed) => (isTold(seat, text, mixed) && !named(text) ? small(text) : text);

/** How a card begins: whose hands they are, and what they do first. */
const begins = (seat, text, mixed) => [whose(seat, text, mixed), opens(seat, text, mixed)];

/** The race's banner with its power's badge, where a card is about them. */
const signs = (keys = []) =>
  keys.length ? html`<span class="place signs">${keys.map((key) => icon(key))}</span>` : nothing;

/** The number of its place, at the side of the picture where no other sign is: the words beside it have none. */
function number(places) {
  const region = places.length === 1 ? page.board?.byId[places[0]] : null;
  return region && numberOf(region) ? html`<small class="number">${numberOf(region)}</small>` : nothing;
}

/** What the app has done already, for people to know. */
const tidings = ({ texts }) =>
  html`<li>
    <p class="news" data-test="news">
      ${icon("coin")}<span>${texts.map((text) => html`<span>${text}</span> `)}<small>${w("steps.news")}</small></span>
    </p>
  </li>`;

/**
 * @param {number} row the act it belongs to
 * @param {{
 *   number: number, lines: number[], texts: string[], here: string[], signs: string[][], places: string[],
 *   order: number | null, by: number | null, news: boolean,
 * }} step
 * @param {number} place its number in the list
 * @param {string} test
 * @param {{ beside?: boolean, mixed?: boolean, first?: boolean }} [among] whether it stands `beside` the way on, among
 * cards of other acts, `mixed` with those of other players, and as the `first` of those from before in a row
 */
function card(row, step, place, test, { beside = false, mixed = false, first = true } = {}) {
  if (isNews(step)) return tidings(step);
  const { texts, here, places, order, by } = step;
  // What is from before would seem new: hands would do it twice.
  const past = test === "earlier";
  // Beside the sentence of another act "here" would be one of its places.
  const said = past && (moved() || page.state.last?.places.length) ? texts : here;
  const done = isDone(row, step);
  const seat = named(texts[0]) ?? (by === null ? null : seatOf(by));
  const before = past && beside && first ? html`<small class="past">${w("steps.past")}</small>` : nothing;
  return html`<li>
    <button
      class=${`step ${done ? "ticked" : ""} ${past ? "before" : ""}`}
      aria-pressed=${done}
      aria-label=${[past ? w("steps.past") : "", seat?.name, ...texts].filter(Boolean).join(", ")}
      data-test=${`${test}-${place}`}
      @pointerdown=${(event) => {
        from = event.clientX;
      }}
      @pointerup=${(event) => {
        if (from !== null && Math.abs(event.clientX - from) > SWIPE && !done) turnOver(row, step);
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
      ${marked(seat, mixed)}<span class="tick">${done ? icon("check") : nothing}</span
      ><span class="do"
        >${before}${said.map((text, line) => html`<span>${line ? text : begins(seat, text, mixed)}</span>`)}</span
      >
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

/** What is said of a place in one step, for each player whose hands do it. */
function byHands(step) {
  const parts = [];
  for (const each of singly(step)) {
    const part = step.places.length ? parts.at(-1) : null;
    if (part && named(part.texts[0]) === named(each.texts[0]))
      for (const key of ["lines", "texts", "here", "signs"]) part[key].push(...each[key]);
    else parts.push(each);
  }
  return parts;
}

/** The cards of an act, as {row, step, test}. */
const cardsOf = (act, test) =>
  stepsOfAct(act)
    .flatMap(byHands)
    .map((step) => ({ row: act.row, step, test }));

const isOpen = ({ row, step }) => !isDone(row, step);

const stepOf = ({ row, step }) => [row, step.number, ...(step.places.length ? [] : step.lines)].join(" ");

/** What earlier acts still have to do, for anybody's hands. */
const leftOver = (waits = isOpen) => page.state.earlier.flatMap((act) => cardsOf(act, "earlier").filter(waits));

/** The last act, and what was still to be done of earlier ones since it came. */
let waiting = { row: undefined, steps: new Set() };

/** Whether a step is left, or was when the last act came: no line moves below the finger that ticks. */
function stands(card) {
  const row = page.state.last?.row ?? null;
  if (waiting.row !== row) waiting = { row, steps: new Set() };
  // In one place several players may have something to do.
  const key = [card.row, card.step.number, ...card.step.lines].join(" ");
  if (isOpen(card)) waiting.steps.add(key);
  return waiting.steps.has(key);
}

/** What others' acts have for hands of this phone by name: it is done by the own second act after it, ticked or not. */
function ofOthers() {
  const acts = [...page.state.earlier, ...(page.state.last ? [page.state.last] : [])];
  const own = acts.filter(({ by }) => by !== null && held(by)).at(-2);
  return leftOver(stands).filter(({ row, step }) => isNamed(step) && row > (own?.row ?? 0));
}

/**
 * What is left of the own act just before another's, before what ends the conquests and lays out the rest, or before
 * the end of the own turn that moves nothing on the map: who goes on at once has not lost its steps.
 */
function justBefore() {
  const { last } = page.state;
  const act = page.state.earlier.at(-1);
  const ended = game() && !held(game().turn.seat) && !moved();
  const over = !held(last?.by) || act?.just || ended;
  return act && act.by !== null && held(act.by) && over ? leftOver(stands).filter(({ row }) => row === act.row) : [];
}

/** Whether hands may still be at what their player did just before; what is ticked off stands until the next act. */
export const stillAt = (seat) => justBefore().some(({ step }) => step.by === seat);

/**
 * A card for each step of the last act and of those before it that this phone's hands may still be at: first what
 * others' acts have for them by name. Few people tick, and have done by then what else was told before.
 */
function allCards() {
  const { last } = page.state;
  const now = last ? cardsOf(last, "step") : [];
  const byName = [...ofOthers(), ...now.filter(({ step }) => isNamed(step))];
  const all = [...new Set([...byName, ...now, ...justBefore()])];
  const places = new Map(); // the number of each in its list
  return all.map((each) => {
    const place = places.get(each.test) ?? 0;
    places.set(each.test, place + 1);
    return { ...each, place };
  });
}

/** Whether no card from before stands above one. */
const isFirst = (cards, at) => cards[at - 1]?.test !== cards[at].test;

/** How many steps of earlier acts are left beside the cards shown. */
function leftBeside(shown) {
  const rows = shown.map(stepOf);
  const left = new Set(
    leftOver()
      .map(stepOf)
      .filter((each) => !rows.includes(each)),
  );
  return left.size;
}

/** The last act, and whether something was left beside it from the beginning. */
let begun = { row: null, left: false };

/** What is left is told from the next act on where a tick begins it: no line moves below the finger that ticks. */
function leftWaits(left) {
  const row = page.state.last?.row ?? null;
  if (begun.row !== row) begun = { row, left: left > 0 };
  return begun.left ? left : 0;
}

/**
 * What hands do, in a list beside the way on, which stands still while it is ticked off, and `more` after it; nothing
 * where there is neither. `lead` says first what it is about, where nothing above does.
 */
export function steps(more = nothing, lead = nothing) {
  if (page.open !== "tall" && unfolded.of.startsWith("tall")) unfolded.of = "";
  const all = allCards();
  const beside = reminds() ? leftBeside(all) : 0;
  const left = leftWaits(beside);
  if (!all.length && !left && more === nothing) return nothing;
  const done = all.every((each) => !isOpen(each));
  const mixed = all.some(({ step }) => step.by !== null && !held(step.by));
  return html`<ul class="steps plain" aria-label=${w("steps")} data-test="steps">
    ${lead === nothing ? nothing : html`<li class="lead" aria-hidden="true">${lead}</li>`}${
      all.length > 1 && done && !beside
        ? html`<li class="unseen"><span role="status" data-test="steps-done">${w("steps.done")}</span></li>`
        : nothing
    }${all.map(({ row, step, place, test }, at) => {
      const first = isFirst(all, at);
      return card(row, step, place, test, { beside: true, mixed, first });
    })}${
      left
        ? html`<li>
            <button class="small" data-test="steps-left" @click=${() => change({ open: "tall" })}>
              ${w("steps.before", { count: left })}
            </button>
          </li>`
        : nothing
    }${more === nothing ? nothing : html`<li>${more}</li>`}
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

/** The last act, and whether what is left was reminded of when it came. */
let heard = { row: undefined, reminds: false };

/** A first tick folds nothing below the finger: the list of what is left comes with the next act. */
function reminded() {
  const row = page.state.last?.row ?? null;
  if (heard.row !== row) heard = { row, reminds: reminds() };
  return heard.reminds;
}

/** Whether what is left of earlier acts is a list: where it is reminded of, or the sheet was opened to see it. */
const listsLeft = () => reminded() || page.open === "tall";

/** The list that lies open, by the last act, with what was to be done in it when it was opened. */
let unfolded = { of: "", steps: new Set() };

/** Whether a step is in the list of what is left: one that is ticked off in an open list moves no other one. */
function isListed(row, step) {
  const of = `${page.open} ${page.state.last?.row}`;
  if (unfolded.of !== of) unfolded = { of, steps: new Set() };
  const key = stepOf({ row, step });
  if (!isDone(row, step)) unfolded.steps.add(key);
  return unfolded.steps.has(key);
}

/** What is left of earlier acts, the set-up at the end: folded, unless the sheet was opened. */
function leftList() {
  const acts = page.state.earlier
    .map(({ steps: all, ...act }) => ({ ...act, steps: all.filter((step) => isListed(act.row, step)) }))
    .filter((act) => stepsOfAct(act).length)
    .sort((one, other) => Number(one.by === null) - Number(other.by === null));
  const left = leftBeside([]);
  return acts.length && listsLeft()
    ? html`<details class="earlier" ?open=${page.open === "tall"} data-test="earlier-steps">
        <summary>${w("steps.before", { count: left })}</summary>
        ${acts.map((act) => stepList(act, "earlier"))}
      </details>`
    : nothing;
}

/** Whether the last act has anything for a list, news among it. */
const tellsSteps = () => Boolean(page.state.last && stepsOfAct(page.state.last).length);

/** Everything that hands do about the last act, where there is room for a list, and what is left of earlier ones. */
export const allSteps = () =>
  html`${cardsBefore()}${tellsSteps() ? stepList(page.state.last, "step") : nothing}${leftList()}`;

/** Cards of earlier acts that are beside the way on while the sheet is low, where no list of what is left has them. */
function cardsBefore() {
  const cards = listsLeft() ? [] : allCards().filter(({ test }) => test === "earlier");
  return cards.length
    ? html`<ol class="step-list plain" aria-label=${w("steps")}>
        ${cards.map(({ row, step, place, test }, at) => {
          const first = at === 0;
          return card(row, step, place, test, { beside: true, first });
        })}
      </ol>`
    : nothing;
}

/** What hands do above a score, which is to be in sight: so many in a list, more in a row, unless all was asked for. */
export function stepsAbove() {
  const cards = allCards();
  // Where a list of what is left is folded, what is in it would be out of sight.
  const folded = reminded() && cards.some(({ test }) => test === "earlier");
  const row = cards.length > FEW || folded || (cards.length > 0 && !anySteps());
  return row && page.open !== "tall" ? html`<div class="acts hands">${steps()}</div>` : allSteps();
}

/** What hands had to do about an act of the log, as far as this phone has heard of it. */
export function stepsOf(row) {
  const act = known.get(row);
  return act && stepsOfAct(act).length ? stepList(act, "log-step") : nothing;
}

/** Whether hands have anything to do about the last act. */
export const anySteps = () => Boolean(page.state.last && stepsOfAct(page.state.last).some((step) => !isNews(step)));
