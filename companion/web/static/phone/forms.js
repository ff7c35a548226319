/** Allocation forms: how many of something on each of several regions, by plus and minus. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { cutout } from "../lib/map.js";
import { bandOf, change, focus, game, offersOf, page } from "../lib/page.js";
import { act, send } from "../lib/post.js";
import { counted, named, w } from "../lib/words.js";

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/**
 * A form is begun anew in another turn, and when other numbers are allowed. How the end of a turn is laid out stays so
 * once the conquests are over, and where a piece has changed what is proposed.
 */
function keyOf({ id, form }) {
  const { number, seat } = game().turn;
  const slots = form.slots.map(({ start, ...bounds }) => (id.startsWith("place:") ? { start, ...bounds } : bounds));
  return JSON.stringify([id === "done" ? "redeploy" : id, number, seat, { ...form, slots }]);
}

/** It was played otherwise: the bounds of the rules do not hold, only those of what is there. */
const otherwise = (offer) => page.otherwise === keyOf(offer);

const numberOf = (id) => String(Number(id.replace(/\D/g, "")));

/** The lines of a form: those it has, and as played any region that was tapped where nobody else stands. */
function slotsOf(offer) {
  const { slots, there } = offer.form;
  if (!otherwise(offer)) return slots;
  const free = slots.map((slot) => ({ ...slot, least: 0, most: there, none: false }));
  const more = Object.keys(countsOf(offer)).filter((id) => !slots.some((slot) => slot.id === id));
  return [
    ...free,
    ...more.map((id) => ({ id, label: w("form.region", { number: numberOf(id) }), least: 0, most: there, start: 0 })),
  ];
}

const bounds = (offer) => (otherwise(offer) ? { least_total: 0, total: offer.form.there } : offer.form);

/** Whether a tap on a region counts one more there. */
export function takes(offer, id) {
  if (offer.form.slots.some((slot) => slot.id === id)) return true;
  const own = offer.command.band ?? game().turn.band;
  return otherwise(offer) && [null, own].includes(game().regions[id]?.band);
}

/** The end of a turn that is laid out while one still conquers: on this phone alone, until the turn is ended. */
export const laysOut = (offer) => offer?.kind === "done";

/** Such a form starts from what stands there, and nothing is dealt out of hand; null where the rules forbid that. */
function asItStands({ form: { slots, total } }) {
  const stands = Object.fromEntries(slots.map(({ id }) => [id, game().regions[id]?.tokens ?? 0]));
  const allowed = slots.every(({ id, least, most }) => stands[id] <= most && (stands[id] >= least || !slots[1]));
  return allowed && sum(stands) <= total ? stands : null;
}

export function countsOf(offer) {
  const proposed = () => Object.fromEntries(offer.form.slots.map((slot) => [slot.id, slot.start]));
  return page.forms[keyOf(offer)] ?? ((laysOut(offer) && asItStands(offer)) || proposed());
}

export const remaining = (offer) => bounds(offer).total - sum(countsOf(offer));

const standing = (offer, counts) => sum(counts) >= bounds(offer).least_total && sum(counts) <= bounds(offer).total;

/** One of several places is asked for: a tap on another one moves there. */
export const single = ({ form }) => form.total === 1 && form.least_total === 1 && form.slots.length > 1;

/** Changes one slot within its bounds and what is left. */
export function add(offer, slotId, by) {
  const moves = single(offer) && by > 0 && !otherwise(offer);
  const counts = moves ? Object.fromEntries(offer.form.slots.map((slot) => [slot.id, 0])) : countsOf(offer);
  const { least, most, none } = slotsOf(offer).find((each) => each.id === slotId) ?? {
    least: 0,
    most: offer.form.there,
  };
  const now = counts[slotId] ?? 0;
  const leaves = none && by < 0 && now + by < least;
  const left = moves ? 1 : remaining(offer);
  const count = leaves ? 0 : Math.max(least, Math.min(most, now + left, now + by));
  page.slot = slotId;
  page.forms = { ...page.forms, [keyOf(offer)]: { ...counts, [slotId]: count } };
  change({ told: null });
}

/** Whether no token can leave a region of a form, and none is left to come: it takes one from elsewhere first. */
export const stuck = (offer, id) =>
  ["redeploy", "done"].includes(offer.kind) &&
  remaining(offer) < 1 &&
  offer.form.slots.some((slot) => slot.id === id && countsOf(offer)[id] <= (slot.none ? 0 : slot.least));

/** Takes a region in hand on the map, and says where tokens come from if it can have no other number. */
export const pick = (offer, id) =>
  change({ form: offer.id, slot: id, told: stuck(offer, id) ? { text: w("form.none") } : null });

/** How many pieces of a form can stand on the map at once. */
export const room = ({ form }) =>
  Math.min(
    form.total,
    form.there,
    form.slots.reduce((all, slot) => all + slot.most, 0),
  );

/** How many pieces of this form are still to be placed. */
export const toPlace = (offer) => room(offer) - sum(countsOf(offer));

/** How many pieces of this form do not stand yet, although there is room for them. */
export function unplaced(offer) {
  if (offer.kind !== "place") return 0;
  return room(offer) - offer.form.slots.reduce((all, slot) => all + slot.start, 0);
}

/** A piece that stood was taken up, on this phone alone, and is not put down yet. */
export const takenUp = (offer) => offer?.kind === "place" && !unplaced(offer) && touched(offer) && toPlace(offer) > 0;

/** Where all that comes back lies already, one of it moves to the region that was tapped, from where most lies. */
function move(offer, id) {
  const counts = countsOf(offer);
  const most = slotsOf(offer).find((slot) => slot.id === id)?.most ?? 0;
  const others = offer.form.slots.filter((slot) => slot.id !== id && counts[slot.id] > slot.least);
  if (!others.length || counts[id] >= most) return;
  const [from] = others.sort((one, other) => counts[other.id] - counts[one.id]);
  page.forms = { ...page.forms, [keyOf(offer)]: { ...counts, [from.id]: counts[from.id] - 1 } };
}

let tapped = null; // the region on the map: its line comes first, and stays there while others are changed

/**
 * Puts one more where a region was tapped, or takes up a piece where all stand; pieces that all stand then are placed
 * at once. Before a turn's first act the first tap only asks how many are to stay.
 */
export function put(offer, id) {
  tapped = id;
  if (offer.kind === "ready" && page.slot !== id) return change({ slot: id });
  if (offer.kind === "withdraw" && !single(offer) && remaining(offer) < 1 && !otherwise(offer)) move(offer, id);
  if (stuck(offer, id) && !otherwise(offer)) return pick(offer, id);
  const places = offer.kind === "place" && !otherwise(offer);
  if (places && !toPlace(offer) && !single(offer)) return takeUp(offer, id);
  add(offer, id, 1);
  const counts = countsOf(offer);
  if (!places || toPlace(offer) || offer.form.slots.every((slot) => counts[slot.id] === slot.start)) return null;
  return place(offer);
}

const AGAIN = 700; // ms in which a second tap where a piece was put down is the same finger
let putDown = { id: "", until: 0 };

/** Takes a piece up from a region where it stands; another one is told about. */
function takeUp(offer, id) {
  if (putDown.id === id && performance.now() < putDown.until) return null;
  const { least } = offer.form.slots.find((slot) => slot.id === id) ?? { least: 0 };
  return countsOf(offer)[id] > least ? add(offer, id, -1) : change({ told: { text: w("form.none") } });
}

/** Places the pieces as they are laid out; whoever moves some that stood may move another one. */
async function place(offer) {
  const command = filled(offer);
  remember(offer);
  if (unplaced(offer)) {
    putAway();
    return act(offer, command);
  }
  putDown = { id: page.slot, until: performance.now() + AGAIN };
  const answer = await act(offer, command);
  // Undone, they stand where they stood.
  if (answer) page.forms = { ...page.forms, [keyOf(offer)]: undefined };
  return answer;
}

/** The form a seat has in hand: the one chosen, else pieces that do not stand yet, else the stage's own. */
export function formOf(offers) {
  const forms = offers.filter((offer) => offer.form);
  return (
    forms.find((offer) => offer.id === page.form) ??
    forms.find(leftOut) ??
    forms.find((offer) => ["ready", "redeploy", "withdraw"].includes(offer.kind)) ??
    // Decline is looked at only when it was asked for, and how one stands at the end when a token is touched.
    forms.find((offer) => !["accept", "decline", "done"].includes(offer.kind)) ??
    null
  );
}

/** What somebody has laid out of the tokens stays to be seen while a piece is placed. */
export function laidMarks(offers, form) {
  const laid = form?.kind === "place" && offers.find((each) => ["redeploy", "done"].includes(each.kind) && each.form);
  return laid && touched(laid) ? standMarks(laid, {}) : {};
}

/**
 * Where the end of the turn puts the tokens in hand, once nothing can be conquered for certain: seen before it is
 * tapped. Not while somebody lays out something.
 */
export function plannedMarks(offers, form) {
  const done = offers.find((offer) => laysOut(offer) && offer.form);
  if (form || !done || touched(done) || offers.some(({ kind }) => kind === "conquer")) return {};
  const band = done.command.band ?? game().turn.band;
  const more = ({ id, start }) => game().regions[id]?.band === band && start > game().regions[id].tokens;
  const planned = (count) => ({ own: true, stays: count, planned: true, label: w("map.planned", { count }) });
  return Object.fromEntries(done.form.slots.filter(more).map(({ id, start }) => [id, planned(start)]));
}

/** How a region shows what comes there: pieces, how many tokens those that are given back make, or a number. */
function comes({ kind, command }, { id, start }, count) {
  const { tokens = 0, markers = [] } = game().regions[id] ?? {};
  if (command.kind) {
    // Those that are given back come to what lies there; others are what is to lie there.
    const lying = kind === "withdraw" ? (markers.find((each) => each.kind === command.kind)?.count ?? 0) : 0;
    return start || count ? { pieces: { kind: command.kind, count: lying + count } } : {};
  }
  if (!count) return {};
  return kind === "withdraw" && tokens ? { own: true, stays: tokens + count } : { price: count };
}

/** What the form shows on the map. */
export function formMarks(offer) {
  const counts = countsOf(offer);
  const marks = Object.fromEntries(
    slotsOf(offer).map((slot) => [
      slot.id,
      {
        can: "sure",
        picked: page.slot === slot.id,
        label: named(counted(offer.form.what, counts[slot.id]), counts[slot.id]),
        ...comes(offer, slot, counts[slot.id]),
      },
    ]),
  );
  if (offer.kind === "ready") return stayMarks(offer, marks);
  return ["redeploy", "done"].includes(offer.kind) ? standMarks(offer, marks) : marks;
}

/** Whether somebody has said how many are to be there, or is about to. */
const isSaid = ({ id, start }, counts) => page.slot === id || counts[id] !== start;

/** Before a turn's first act the map shows what stands there, and beside it what is to stay where that was said. */
function stayMarks(offer, marks) {
  const counts = countsOf(offer);
  const mark = (slot) => {
    const { can, picked } = marks[slot.id];
    const stays = isSaid(slot, counts) && counts[slot.id] !== slot.most ? counts[slot.id] : null;
    if (stays === null) return { can, picked, own: true };
    return { can, picked, own: true, stays, label: w("form.stays.label", { count: stays }) };
  };
  return Object.fromEntries(slotsOf(offer).map((slot) => [slot.id, mark(slot)]));
}

/** What lies there, and what it comes to where that is another number: hands move the difference. */
function standMarks(offer, marks) {
  const counts = countsOf(offer);
  const band = bandOf(offer.command.band ?? game().turn.band);
  const chip = { seat: band?.seat, race: band?.race, declined: band?.declined };
  const mark = (slot) => {
    const { can, picked, label } = marks[slot.id] ?? {};
    const lies = game().regions[slot.id];
    const [now, count] = [lies?.band === band?.id ? lies?.tokens : 0, counts[slot.id]];
    const becomes = count === now ? {} : { stays: count };
    return { can, picked, label, own: true, ...(now ? becomes : { count, chip }) };
  };
  return Object.fromEntries(slotsOf(offer).map((slot) => [slot.id, mark(slot)]));
}

/** One line of a form; with leave, one fewer than the least is something else again. `picture` stands before it. */
export function stepper(offer, slot, counts, left, leave = null, picture = cutout([slot.id])) {
  const count = counts[slot.id];
  // Some races leave a region or hold it with several: nothing lies between.
  const fewest = slot.none ? 0 : slot.least;
  const name = { name: slot.label };
  return html`<li class=${page.slot === slot.id ? "chosen" : ""} data-test=${`slot-${slot.id}`}>
    ${picture}<span class="what"
      >${slot.label}${count === 0 && offer.kind === "ready" ? html`<small>${w("form.leaves")}</small>` : nothing}</span
    >
    <button
      class="round"
      aria-label=${w("form.minus", name)}
      ?disabled=${count <= fewest && !leave}
      @click=${() => (count <= fewest ? leave() : add(offer, slot.id, -1))}
    >
      ${icon("minus")}
    </button>
    <output aria-live="polite">${count}</output>
    <button
      class="round"
      aria-label=${w("form.plus", name)}
      ?disabled=${(left < (count ? 1 : Math.max(1, slot.least)) && !single(offer)) || count >= slot.most}
      @click=${() => add(offer, slot.id, 1)}
    >
      ${icon("plus")}
    </button>
    <button
      class="link all"
      aria-label=${w("form.allof", name)}
      ?hidden=${left <= 1 || count >= slot.most}
      @click=${() => add(offer, slot.id, left)}
    >
      ${w("form.all")}
    </button>
  </li>`;
}

/** A race's tokens in hand, but for those that this phone's form has on the map or that must leave it. */
export function inHand(band) {
  const { seat, band: moving } = game().turn;
  const form = focus() === seat && band?.id === moving ? formOf(offersOf(seat)) : null;
  return form?.kind === "redeploy" || laysOut(form) ? Math.max(0, remaining(form)) : (band?.hand ?? 0);
}

/** What becomes of the tokens in hand with the end of a turn, or comes and goes with it; "" where nothing does. */
export function tokensAfter(offer) {
  const all = laysOut(offer) && offer.form ? Math.max(0, offer.form.least_total - sum(countsOf(offer))) : 0;
  const count = Math.min(all, bandOf(game().turn.band)?.hand ?? 0);
  const gone = leaving([offer]);
  if (gone || !all) return gone;
  return count ? w("done.returns", { count }) : w("done.more", { count: all });
}

/** That tokens leave the map with this turn; "" where none do. */
export function leaving(offers) {
  const count = Math.max(0, ...offers.filter(({ kind }) => ["redeploy", "done"].includes(kind)).map(leave));
  return count ? w("glance.aside", { count }) : "";
}

/** How many tokens leave the map with one's turn, as an ability says. */
const leave = ({ form }) => (form?.left === "aside" && form.total ? form.there - form.total : 0);

/** The end of a turn that this phone is laying out; null where it is not. */
export function layingOut() {
  const seat = game() ? focus() : null;
  const form = seat === null ? null : formOf(offersOf(seat));
  return laysOut(form) ? form : null;
}

/** What leaves such a form with everything as it was before. */
export const asBefore = (offer) => ({
  form: null,
  slot: null,
  otherwise: null,
  forms: { ...page.forms, [keyOf(offer)]: undefined },
});

const LEFT_OUT = "left-out"; // said once: a piece that is not placed stays off the map

/** The pieces of which somebody has placed some in this turn: the others stay off the map without a word. */
let placed = { turn: "", ids: [] };
const turnNow = () => JSON.stringify([game().turn.number, game().turn.seat]);
export const leftOut = (offer) => unplaced(offer) > 0 && !(placed.turn === turnNow() && placed.ids.includes(offer.id));

function remember({ id }) {
  placed = { turn: turnNow(), ids: [...(placed.turn === turnNow() ? placed.ids : []), id] };
}

/** Whether somebody has changed what the form proposes. */
export const touched = (offer) => Boolean(page.forms[keyOf(offer)]);

/** The command of a form as it is filled in. */
export const filled = (offer, command = offer.command) => ({ ...command, [offer.form.field]: countsOf(offer) });

/** The counts that somebody laid out: all where they started from what stood there, else those that were changed. */
function laidOut(offer) {
  if (!touched(offer)) return {};
  if (laysOut(offer) && asItStands(offer)) return countsOf(offer);
  const starts = Object.fromEntries(offer.form.slots.map(({ id, start }) => [id, start]));
  return Object.fromEntries(Object.entries(countsOf(offer)).filter(([id, count]) => starts[id] !== count));
}

/** Forgets which form and which of its places were in hand. */
const putAway = () => change({ form: null, slot: null, otherwise: null });

/** The form by the rules again, as it was proposed: what was laid out otherwise may not fit them. */
const byTheRules = (offer) =>
  change({ otherwise: null, slot: null, forms: { ...page.forms, [keyOf(offer)]: undefined } });

/** What a form says is left to do; "" where it says nothing. */
export function said(offer, left = remaining(offer)) {
  if (laysOut(offer) && !touched(offer)) return "";
  const { least_total, total } = bounds(offer);
  if (leftOut(offer)) {
    const count = toPlace(offer);
    // The head says it, too, where there is nothing else to do: hands have theirs in its place.
    if (page.open !== LEFT_OUT && game().turn.stage === "redeploy") return "";
    return w(page.open === LEFT_OUT ? "form.leftout" : "form.put", { piece: counted(offer.form.what, count), count });
  }
  if (offer.kind === "place" && !toPlace(offer)) return "";
  if (single(offer)) return left ? w("form.choose") : "";
  if (least_total !== total) return w("form.left", { count: left });
  return left ? w("form.place", { count: left }) : "";
}

/** What a button at the start of a turn does, and what it brings. */
const choice = (test, label, brings, { id = nothing, work, main = false, off = false }) =>
  html`<button
    class=${`begin ${main ? "main" : ""}`}
    data-test=${test}
    data-offer=${id}
    ?disabled=${off}
    @click=${work}
  >
    <b>${label}</b><small>${brings}</small>
  </button>`;

/** The start of a turn: the tokens are picked up, or the race declines. Each says what it brings. */
function beginning(offer, counts, { decline, quiet, fits, confirm }) {
  const stay = new Set(Object.values(counts));
  const [each] = stay;
  const label = touched(offer)
    ? w("form.ready", { count: remaining(offer), what: counted(offer.form.what, remaining(offer)) })
    : offer.label;
  // What an ability of this race says of the beginning is to be known before a price is tapped.
  const { race, powers } = bandOf(offer.command.band);
  const own = [race, ...powers.map(({ power }) => power)];
  const tells = ({ sign, offer: done, regions }) => own.includes(sign) && !done && !regions.length;
  const told = touched(offer) ? null : game().hints.find(tells);
  const then = stay.size === 1 && each ? w("form.ready.leaves", { count: each }) : w("form.ready.then");
  const leaves = told?.text ?? then;
  // Where one token stands in each region none can be picked up, but with its region.
  const bare = slotsOf(offer).every(({ most }) => most <= 1) && !touched(offer);
  const brings = stay.size ? (bare ? w("form.ready.bare") : leaves) : w("form.ready.hand");
  return html`<div class="doing-row">
    ${choice("confirm", label, brings, { work: confirm, main: !quiet, off: !fits })}
    ${
      decline
        ? choice("offer-decline", decline.label, w("form.decline"), {
            id: decline.id,
            work: () => (decline.form ? change({ form: decline.id, slot: null }) : act(decline)),
          })
        : nothing
    }
  </div>`;
}

/**
 * The form, with what can be done `beside` left of the way on, and what can wait `under` it. The way on is the form's
 * own confirmation, quiet where the map is the usual way; or `done`, which goes on to the end of the turn with what the
 * form says. At the start of a turn `decline` is the other choice.
 */
export function formView(
  offer,
  { beside = nothing, under = nothing, done = null, decline = null, quiet = false } = {},
) {
  const counts = countsOf(offer);
  const left = remaining(offer);
  const bent = otherwise(offer);
  // Whoever has laid out nothing leaves all of it to the table.
  const fits = standing(offer, counts) || (laysOut(offer) && !touched(offer) && !bent);
  const slots = [...slotsOf(offer)].sort((a, b) => Number(b.id === tapped) - Number(a.id === tapped));
  // A form that was asked for has had its turn; the stage's own comes back.
  const confirm = () => {
    const command = filled(offer);
    remember(offer);
    putAway();
    return bent ? send(offer.seat, command, null, true) : act(offer, command);
  };
  const end = () => {
    if (takenUp(offer)) return change({ told: { text: w("glance.place", { count: toPlace(offer) }) } });
    const out = leftOut(offer);
    if (out && page.open !== LEFT_OUT) return change({ open: LEFT_OUT });
    // While a piece is placed, the tokens lie as they were laid out before.
    const laid = offer.kind === "place" ? done : offer;
    const command = { ...done.command, tokens: laidOut(laid) };
    const keys = [keyOf(laid), keyOf(offer)];
    putAway();
    return act(done, command).then((answer) => {
      // Whoever undoes the end lays out anew: hands put back what they had laid.
      if (answer) page.forms = { ...page.forms, ...Object.fromEntries(keys.map((key) => [key, undefined])) };
      return answer;
    });
  };
  const ends = done && !bent;
  const calm = quiet || (leftOut(offer) && page.open !== LEFT_OUT);
  const way = (name, label, work, kind = `done ${calm ? "" : "main"}`) =>
    html`<button
      class=${kind}
      data-test=${name}
      ?disabled=${!fits && !(name === "done" && leftOut(offer))}
      @click=${work}
    >
      ${label}
    </button>`;
  const words = said(offer, left);
  const begins = offer.kind === "ready" && !bent;
  return html`<section class="form" data-test=${`form-${offer.kind}`}>
    ${
      begins
        ? beginning(offer, counts, { decline, quiet, fits, confirm })
        : doingRow(
            html`${
              words ? html`<p class=${`remaining ${fits ? "" : "due"}`} data-test="remaining">${words}</p>` : nothing
            }${beside}`,
            ends ? way("done", done.label, end) : way("confirm", offer.label, confirm),
          )
    }
    ${under}
    <ul class="slots">
      ${slots.map((slot) => stepper(offer, slot, counts, left))}
    </ul>
    ${ends && done !== offer ? way("confirm", offer.label, confirm, "quiet") : nothing}
    ${
      otherwise(offer)
        ? html`<p class="hint">${w("form.otherwise.hint")}</p>
            <button class="link" data-test="by-rules" @click=${() => byTheRules(offer)}>${w("form.rules")}</button>`
        : html`<button class="link" data-test="otherwise" @click=${() => change({ otherwise: keyOf(offer) })}>
            ${w("form.otherwise")}
          </button>`
    }
  </section>`;
}

/** The row that is always in sight: what else there is, what hands do, and at the right the one way on. */
export const doingRow = (left, right) =>
  html`<div class="doing-row">
    <div class="acts">${left}</div>
    ${right}
  </div>`;
