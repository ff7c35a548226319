/** What a form shows on the map: how many tokens or pieces come to a region, and how many are to stay. */
import { bandOf, game, page } from "../lib/page.js";
import { counted, named, w } from "../lib/words.js";
import { countsOf, gathers, laysOut, slotsOf, touched } from "./forms.js";

/** What somebody has laid out of the tokens stays to be seen while a piece is placed. */
export function laidMarks(offers, form) {
  const laid = form?.kind === "place" && offers.find((each) => ["redeploy", "done"].includes(each.kind) && each.form);
  return laid && touched(laid) ? standMarks(laid, {}) : {};
}

/**
 * Where the end of the turn puts the tokens in hand, once nothing can be conquered for certain: seen before it is
 * tapped. Not while somebody lays out something.
 */
function plan(offers, form) {
  const done = offers.find((offer) => laysOut(offer) && offer.form);
  if (form || !done || touched(done) || offers.some(({ kind }) => kind === "conquer")) return [];
  const band = done.command.band ?? game().turn.band;
  return done.form.slots.filter(({ id, start }) => game().regions[id]?.band === band && start > lies(id));
}

const lies = (id) => game().regions[id]?.tokens ?? 0;

/** How many tokens the plan moves. */
export const planned = (offers, form) => plan(offers, form).reduce((all, { id, start }) => all + start - lies(id), 0);

/** The plan on the map. */
export const plannedMarks = (offers, form) =>
  Object.fromEntries(
    plan(offers, form).map(({ id, start }) => [
      id,
      { own: true, stays: start, planned: true, label: w("map.planned", { count: start }) },
    ]),
  );

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
  if (gathers(offer)) return gatherMarks(offer, marks);
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

/** One of each region comes to the one that is chosen, and none stays elsewhere. */
function gatherMarks(offer, marks) {
  const counts = countsOf(offer);
  const { slots, what } = offer.form;
  const mark = ({ id }) => {
    const count = counts[id] ? slots.length : 0;
    const becomes = count === lies(id) ? {} : { stays: count };
    return { ...marks[id], price: undefined, own: true, label: named(counted(what, count), count), ...becomes };
  };
  return Object.fromEntries(slots.map((slot) => [slot.id, mark(slot)]));
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
