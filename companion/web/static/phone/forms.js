/** Allocation forms: how many of something on each of several regions, and what becomes of it. */
import { bandOf, change, focus, game, offersOf, page } from "../lib/page.js";
import { act, send } from "../lib/post.js";
import { counted, w } from "../lib/words.js";

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/**
 * A form is begun again in another turn, and when other numbers are allowed. How the end of a turn is laid out stays so
 * once the conquests are over, and where a piece has changed what is proposed.
 */
function keyOf({ id, form }) {
  const { number, seat } = game().turn;
  const slots = form.slots.map(({ start, ...bounds }) => (id.startsWith("place:") ? { start, ...bounds } : bounds));
  return JSON.stringify([id === "done" ? "redeploy" : id, number, seat, { ...form, slots }]);
}

/** It was played otherwise: the bounds of the rules do not hold, only those of what is there. */
export const otherwise = (offer) => page.otherwise === keyOf(offer);

const numberOf = (id) => String(Number(id.replace(/\D/g, "")));

/** The lines of a form: those it has, and as played any region that was tapped where nobody else stands. */
export function slotsOf(offer) {
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

/** Whether all tokens are to stay where they lie already: there is nothing to lay out. */
export const stays = (offer) =>
  ["redeploy", "done"].includes(offer?.kind) &&
  Boolean(offer.form?.slots.length) &&
  !otherwise(offer) &&
  offer.form.slots.every(({ id, least, most }) => least === most && most === game().regions[id]?.tokens);

/** Whether a tap on a region counts one more there. */
export function takes(offer, id) {
  if (stays(offer)) return false;
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

/** Whether a form can be sent as it is filled in; whoever has laid out nothing leaves all of it to the table. */
export function fits(offer) {
  const [all, { least_total, total }] = [sum(countsOf(offer)), bounds(offer)];
  return (all >= least_total && all <= total) || (laysOut(offer) && !touched(offer) && !otherwise(offer));
}

/** One of several places is asked for: a tap on another one moves there. */
export const single = ({ form }) => form.total === 1 && form.least_total === 1 && form.slots.length > 1;

/** A race that goes into decline is asked where its tokens gather. */
export const gathers = (offer) => offer?.form?.field === "regions" && ["accept", "decline"].includes(offer.kind);

/** Whether a form leaves anything to choose. */
export const asks = ({ form }) => Boolean(form) && form.slots.length > 1;

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
  return room(offer) - standing(offer);
}

/** How many of its pieces stand. */
const standing = ({ form }) => form.slots.reduce((all, slot) => all + slot.start, 0);

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

let redirected = {}; // the counts of a form that nothing but such taps has changed

/** The line of which a proposed token can go to a region, unless somebody has said how many lie; null where none is. */
export function spare(offer, id) {
  const counts = countsOf(offer);
  const { slots } = offer.form;
  const is = (known) => slots.every((slot) => counts[slot.id] === known(slot));
  if (
    offer.kind !== "redeploy" ||
    otherwise(offer) ||
    (!is(({ start }) => start) && !is((slot) => redirected[slot.id]))
  )
    return null;
  const proposed = ({ id: from, start, least }) =>
    from === id ? 0 : Math.min(counts[from], start) - Math.max(least, game().regions[from]?.tokens ?? 0);
  const [from] = [...slots].sort((one, other) => proposed(other) - proposed(one));
  const { most } = slotsOf(offer).find((slot) => slot.id === id);
  return proposed(from) < 1 || counts[id] >= most ? null : from;
}

/** A token that the table proposes to lay out goes where a region was tapped. */
export function redirect(offer, id) {
  const from = spare(offer, id);
  if (!from) return false;
  const counts = countsOf(offer);
  page.forms = { ...page.forms, [keyOf(offer)]: { ...counts, [from.id]: counts[from.id] - 1 } };
  add(offer, id, 1);
  redirected = countsOf(offer);
  return true;
}

/** Whether a tap can only bring one there, as none is in hand, and none of what is proposed can be taken off. */
function brings(offer, id) {
  const { start } = offer.form.slots.find((slot) => slot.id === id) ?? {};
  return !otherwise(offer) && remaining(offer) < 1 && (stuck(offer, id) || countsOf(offer)[id] > start);
}

let tapped = null; // the region on the map

/** Lines in the order of the form, but first that of the region on the map: it stays there while others are changed. */
export const tappedFirst = (slots) =>
  [...slots].sort((one, other) => Number(other.id === tapped) - Number(one.id === tapped));

/**
 * Puts one more where a region was tapped, or takes up a piece where all stand; pieces that all stand then are placed
 * at once. Before a turn's first act the first tap only asks how many are to stay.
 */
export function put(offer, id) {
  tapped = id;
  if (offer.kind === "ready" && page.slot !== id) return change({ slot: id });
  if (offer.kind === "withdraw" && !single(offer) && remaining(offer) < 1 && !otherwise(offer)) move(offer, id);
  if (brings(offer, id) && redirect(offer, id)) return null;
  if (stuck(offer, id) && !otherwise(offer)) return pick(offer, id);
  const places = offer.kind === "place" && !otherwise(offer);
  if (places && !toPlace(offer) && !single(offer)) return takeUp(offer, id);
  add(offer, id, 1);
  return places && !toPlace(offer) && moved(offer) ? place(offer) : null;
}

/** Whether pieces are laid out otherwise than they stand. */
function moved(offer) {
  const counts = countsOf(offer);
  return offer.form.slots.some(({ id, start }) => counts[id] !== start);
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
  if (unplaced(offer)) putAway();
  else putDown = { id: page.slot, until: performance.now() + AGAIN };
  const answer = await act(offer, command);
  // Undone, they stand where they stood.
  if (answer) page.forms = { ...page.forms, [keyOf(offer)]: undefined };
  // Refused, they have not been placed.
  else if (answer === null) delete placed.stands[offer.id];
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

/** Where a seat's form or troops are. */
export function ownRegions(seat) {
  const slots = formOf(offersOf(seat))?.form.slots.map((slot) => slot.id);
  return (
    slots ??
    Object.entries(game().regions)
      .filter(([, lies]) => lies.seat === seat && !lies.declined)
      .map(([id]) => id)
  );
}

/** A race's tokens in hand, but for those that this phone's form has on the map or that must leave it. */
export function inHand(band) {
  const { seat, band: moving } = game().turn;
  const form = focus() === seat && band?.id === moving ? formOf(offersOf(seat)) : null;
  return form?.kind === "redeploy" || laysOut(form) ? Math.max(0, remaining(form)) : (band?.hand ?? 0);
}

/**
 * The offers that hold while a form is filled in. With other tokens left behind than proposed fewer are picked up, and
 * what a region that is given up leads to nobody knows before it is; a race that declines conquers nothing.
 */
export function playable(offers, form) {
  const others = offers.filter(({ kind }) => kind !== "conquer" && kind !== "attempt");
  if (gathers(form)) return others;
  if (form?.kind !== "ready") return offers;
  const [counts, { slots }] = [countsOf(form), form.form];
  if (slots.every(({ id, start }) => counts[id] === start)) return offers;
  // Nor which pieces go along, where some stay that count as tokens.
  const lies = (id) => game().regions[id]?.tokens ?? 0;
  if (slots.some(({ id, start }) => (start > 0 && !counts[id]) || counts[id] > lies(id))) return others;
  const hand = bandOf(form.command.band).hand + sum(slots.map(({ id }) => lies(id) - counts[id]));
  return [...others, ...offers.filter(({ kind, cost }) => kind === "conquer" && cost <= hand)];
}

/** Conquers or tries to; how many tokens stay behind may have been said before, so the others are picked up first. */
export async function attack(way) {
  const form = formOf(offersOf(way.seat));
  const readied = form?.kind === "ready" && touched(form) ? await act(form, filled(form)) : {};
  return readied && act(way);
}

/** What becomes of the tokens in hand with the end of a turn, or comes and goes with it; "" where nothing does. */
export function tokensAfter(offer) {
  const all = laysOut(offer) && offer.form ? Math.max(0, offer.form.least_total - sum(countsOf(offer))) : 0;
  const count = Math.min(all, bandOf(game().turn.band)?.hand ?? 0);
  const gone = leaving([offer]);
  if (gone || !all) return gone;
  // What comes from the tray besides has a number of its own: the first one is that of the hand.
  if (!count) return w("done.more", { count: all });
  return count < all ? w("done.both", { count, more: all - count }) : w("done.returns", { count });
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

/**
 * The pieces of which somebody has placed some in this turn, and how many stand: the others stay off the map without a
 * word, until that is undone.
 */
let placed = { turn: "", stands: {} };
const turnNow = () => JSON.stringify([game().turn.number, game().turn.seat]);
export function leftOut(offer) {
  if (offer.kind !== "place") return false;
  const [stands, { turn, stands: known }] = [standing(offer), placed];
  if (turn === turnNow() && stands < known[offer.id]) delete known[offer.id];
  else if (turn === turnNow() && offer.id in known) known[offer.id] = stands;
  return unplaced(offer) > 0 && !(turn === turnNow() && offer.id in known);
}

/** Whether somebody is still to be told once that pieces are left out. */
export const tells = (offer) => leftOut(offer) && page.open !== LEFT_OUT;

function remember(offer) {
  placed = {
    turn: turnNow(),
    stands: { ...(placed.turn === turnNow() ? placed.stands : {}), [offer.id]: standing(offer) },
  };
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

/** From now on the bounds of the rules do not hold. */
export const asPlayed = (offer) => change({ otherwise: keyOf(offer) });

/** The form by the rules again, as it was proposed: what was laid out otherwise may not fit them. */
export const byTheRules = (offer) =>
  change({ otherwise: null, slot: null, forms: { ...page.forms, [keyOf(offer)]: undefined } });

/** Whether the head of the page says what is left to do in a form: how many tokens must still be laid out. */
export const headed = (offer) =>
  ["redeploy", "done"].includes(offer.kind) && !otherwise(offer) && offer.form.least_total === offer.form.total;

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

/** Sends what a form says. One that was asked for has had its turn; the stage's own comes back. */
export async function confirm(offer) {
  const [command, bent] = [filled(offer), otherwise(offer)];
  remember(offer);
  putAway();
  const answer = await (bent ? send(offer.seat, command, null, true) : act(offer, command));
  if (answer === null) delete placed.stands[offer.id];
  return answer;
}

/** Goes on to the end of the turn, which `done` offers, with what the form says. */
export async function end(offer, done) {
  if (takenUp(offer)) return change({ told: { text: w("glance.put", { count: toPlace(offer) }) } });
  if (tells(offer)) return change({ open: LEFT_OUT });
  // While a piece is placed, the tokens lie as they were laid out before.
  const laid = offer.kind === "place" ? done : offer;
  const command = { ...done.command, tokens: laidOut(laid) };
  const keys = [keyOf(laid), keyOf(offer)];
  // What has been placed stands, though others of its kind stay off the map.
  const placing = offer.kind === "place" && moved(offer) ? filled(offer) : null;
  if (placing && !(await act(offer, placing))) return null;
  putAway();
  // The score is what is to be seen next.
  change({ open: null });
  const answer = await act(done, command);
  // Whoever undoes the end lays out anew: hands put back what they had laid.
  if (answer) page.forms = { ...page.forms, ...Object.fromEntries(keys.map((key) => [key, undefined])) };
  return answer;
}
