/** Allocation forms: how many of something on each of several regions, by plus and minus. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { bandOf, change, game, page } from "./page.js";
import { act, send } from "./post.js";
import { w } from "./words.js";

const sum = (counts) => Object.values(counts).reduce((all, count) => all + count, 0);

/** A form is begun anew when what it starts from has changed. */
const keyOf = (offer) => offer.id + JSON.stringify(offer.form);

/** It was played otherwise: the bounds of the rules do not hold, only those of what is there. */
const otherwise = (offer) => page.otherwise === keyOf(offer);

const numberOf = (id) => String(Number(id.replace(/\D/g, "")));

/** The lines of a form: those it has, and as played any region that was tapped where nobody else stands. */
function slotsOf(offer) {
  const { slots, there } = offer.form;
  if (!otherwise(offer)) return slots;
  const free = slots.map((slot) => ({ ...slot, least: 0, most: there, none: false }));
  const more = Object.keys(countsOf(offer)).filter((id) => !slots.some((slot) => slot.id === id));
  return [...free, ...more.map((id) => ({ id, label: w("form.region", { number: numberOf(id) }), least: 0, most: there, start: 0 }))];
}

const bounds = (offer) => (otherwise(offer) ? { least_total: 0, total: offer.form.there } : offer.form);

/** Whether a tap on a region counts one more there. */
export function takes(offer, id) {
  if (offer.form.slots.some((slot) => slot.id === id)) return true;
  const own = offer.command.band ?? game().turn.band;
  return otherwise(offer) && [null, own].includes(game().regions[id]?.band);
}

export function countsOf(offer) {
  return page.forms[keyOf(offer)] ?? Object.fromEntries(offer.form.slots.map((slot) => [slot.id, slot.start]));
}

export const remaining = (offer) => bounds(offer).total - sum(countsOf(offer));

const standing = (offer, counts) => sum(counts) >= bounds(offer).least_total && sum(counts) <= bounds(offer).total;

/** One of several places is asked for: a tap on another one moves there. */
const single = ({ form }) => form.total === 1 && form.least_total === 1 && form.slots.length > 1;

/** Changes one slot within its bounds and what is left. */
export function add(offer, slotId, by) {
  const moves = single(offer) && by > 0 && !otherwise(offer);
  const counts = moves ? Object.fromEntries(offer.form.slots.map((slot) => [slot.id, 0])) : countsOf(offer);
  const { least, most, none } = slotsOf(offer).find((each) => each.id === slotId) ?? { least: 0, most: offer.form.there };
  const now = counts[slotId] ?? 0;
  const leaves = none && by < 0 && now + by < least;
  const left = moves ? 1 : remaining(offer);
  const count = leaves ? 0 : Math.max(least, Math.min(most, now + left, now + by));
  page.slot = slotId;
  page.forms = { ...page.forms, [keyOf(offer)]: { ...counts, [slotId]: count } };
  change();
}

/** The form a seat has in hand: the one chosen, else the stage's own. */
export function formOf(offers) {
  const forms = offers.filter((offer) => offer.form);
  return forms.find((offer) => offer.id === page.form)
    ?? forms.find((offer) => ["ready", "redeploy", "withdraw"].includes(offer.kind))
    // Decline is looked at only when it was asked for.
    ?? forms.find((offer) => !["accept", "decline"].includes(offer.kind)) ?? null;
}

/** What the form shows on the map. */
export function formMarks(offer) {
  const counts = countsOf(offer);
  const band = bandOf(offer.command.band ?? game().turn.band);
  const stand = ["ready", "redeploy"].includes(offer.kind);
  const comes = (count) => (count ? { price: offer.kind === "withdraw" ? `+${count}` : count } : {});
  return Object.fromEntries(slotsOf(offer).map((slot) => [slot.id, {
    can: "sure",
    picked: page.slot === slot.id,
    label: `${offer.form.what}: ${counts[slot.id]}`,
    ...(stand
      ? { count: counts[slot.id], chip: { seat: band?.seat, race: band?.race, declined: band?.declined } }
      : comes(counts[slot.id])),
  }]));
}

/** One line of a form; with leave, one fewer than the least is something else again. */
export function stepper(offer, slot, counts, left, leave = null) {
  const count = counts[slot.id];
  // Some races leave a region or hold it with several: nothing lies between.
  const fewest = slot.none ? 0 : slot.least;
  const name = { name: slot.label };
  return html`<li class=${page.slot === slot.id ? "chosen" : ""} data-test=${`slot-${slot.id}`}>
    <span class="what">${slot.label}${count === 0 && offer.kind === "ready" ? html`<small>${w("form.leaves")}</small>` : nothing}</span>
    <button class="round" aria-label=${w("form.minus", name)} ?disabled=${count <= fewest && !leave} @click=${() => (count <= fewest ? leave() : add(offer, slot.id, -1))}>${icon("minus")}</button>
    <output aria-live="polite">${count}</output>
    <button class="round" aria-label=${w("form.plus", name)} ?disabled=${(left < (count ? 1 : Math.max(1, slot.least)) && !single(offer)) || count >= slot.most} @click=${() => add(offer, slot.id, 1)}>${icon("plus")}</button>
    <button class="link all" aria-label=${w("form.allof", name)} ?hidden=${left <= 1 || count >= slot.most} @click=${() => add(offer, slot.id, left)}>${w("form.all")}</button>
  </li>`;
}

/** The form, with what can be done instead beside its confirmation. */
export function formView(offer, instead) {
  const counts = countsOf(offer);
  const left = remaining(offer);
  const { least_total, total } = bounds(offer);
  const must = least_total === total;
  const fits = standing(offer, counts);
  const slots = [...slotsOf(offer)].sort((a, b) => (b.id === page.slot) - (a.id === page.slot));
  const command = { ...offer.command, [offer.form.field]: counts };
  // A form that was asked for has had its turn; the stage's own comes back.
  const confirm = () => {
    const bent = otherwise(offer);
    change({ form: null, slot: null, otherwise: null });
    return bent ? send(offer.seat, command, null, true) : act(offer, command);
  };
  return html`<section class="form" data-test=${`form-${offer.kind}`}>
    <div class="confirm">
      <p class=${`remaining ${fits ? "" : "due"}`} data-test="remaining">${single(offer) ? w("form.choose") : must
        ? left ? w("form.place", { count: left }) : w("form.left.none")
        : w(offer.kind === "ready" ? "form.hand" : "form.left", { count: left })}</p>
      <button class="main" data-test="confirm" ?disabled=${!fits} @click=${confirm}>${offer.label}</button>
    </div>
    ${instead}
    <ul class="slots">${slots.map((slot) => stepper(offer, slot, counts, left))}</ul>
    ${otherwise(offer) ? html`<p class="hint">${w("form.otherwise.hint")}</p>` : html`<button class="link" data-test="otherwise"
      @click=${() => change({ otherwise: keyOf(offer) })}>${w("form.otherwise")}</button>`}
  </section>`;
}
