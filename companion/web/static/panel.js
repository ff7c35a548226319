/** The bottom panel: what can be done now, with one hand. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { dealGrid, dueDraws } from "./deal.js";
import { dueRoll, rollPanel } from "./die.js";
import { icon } from "./emblems.js";
import { formOf, formView } from "./forms.js";
import { hintLines, hintsFor } from "./hints.js";
import { change, focus, game, held, offersOf, page, seatOf, waiting } from "./page.js";
import { act, enter, nameOf, takeBack } from "./post.js";
import { scoreSheet } from "./score.js";
import { seatMark } from "./seats.js";
import { twice } from "./twice.js";
import { wholeButton } from "./whole.js";
import { w } from "./words.js";

const BY_REGION = ["conquer", "attempt"];
const MANY = 4; // lines of what hands have to do

/** The last thing that happened; large with a take-back just after this phone entered it. */
function cockedButton() {
  const { cocked } = page.state;
  if (!cocked || !page.me.seats.length) return nothing;
  return html`<div class="cocked">${twice("cocked", html`${icon("cocked")} ${w("cocked")}`, w("cocked.sure"), () => enter(cocked))}</div>`;
}

export function happened() {
  const { last, takeback } = page.state;
  if (!last) return nothing;
  const fresh = takeback?.free && page.fresh === takeback.row;
  const todo = last.instructions ?? [];
  const shown = todo.length > MANY && page.open !== "todo" ? todo.slice(0, MANY - 1) : todo;
  return html`<section class=${`happened ${fresh ? "fresh" : ""}`} role="status" data-test="happened">
    <div class="what"><p>${last.text}</p>
      ${last.bill && !last.text.includes(last.bill) ? html`<small data-test="bill">${last.bill}</small>` : nothing}</div>
    ${takeback && page.me.seats.length ? html`<button class=${fresh ? "main back" : "round"} aria-label=${takeback.text} data-test="take-back"
      @click=${() => takeBack(takeback.row)}>${icon("undo")}${fresh ? html`<span>${w("takeback")}</span>` : nothing}</button>` : nothing}
    ${shown.length ? html`<div class="todo">${shown.map((text) => html`<small class="do">${text}</small>`)}
      ${shown === todo ? nothing : html`<button class="link" data-test="todo" @click=${() => change({ open: "todo" })}>${w("panel.todo", { count: todo.length - shown.length })}</button>`}</div>` : nothing}
    ${cockedButton()}
  </section>`;
}

/** How one conquers, until the table has something to say of what is in hand. */
function hint(offers, seat) {
  const { race } = game().bands.find((band) => band.id === game().turn.band) ?? {};
  if (hintsFor(seat).some(({ sign }) => sign === race)) return nothing;
  if (offers.some((offer) => offer.kind === "conquer")) return html`<p class="hint">${w("panel.tap")}</p>`;
  if (offers.some((offer) => offer.kind === "attempt")) return html`<p class="hint">${w("panel.die")}</p>`;
  return nothing;
}

function mine(seat) {
  const offers = offersOf(seat);
  const accepts = offers.filter((offer) => offer.kind === "accept");
  const late = accepts.find((offer) => offer.form && offer.id === page.form);
  if (late) return formView(late, html`<button class="quiet" data-test="back-to-sheet" @click=${() => change({ form: null })}>${w("cancel")}</button>`);
  const asked = answers(offers.filter((offer) => offer.kind === "choose"));
  if (accepts.length && game().sheet) return html`${asked}${hintLines(seat)}${scoreSheet(game().sheet, accepts)}${others(offers, ["accept"])}`;
  const form = formOf(offers);
  const picks = offers.filter((offer) => offer.kind === "pick");
  const buttons = html`${hintLines(seat)}${others(offers, ["accept", "pick", ...BY_REGION], form)}`;
  return html`${asked}
    ${form ? formView(form, buttons) : nothing}
    ${picks.length && page.screen !== "column" ? html`<button class="main" data-test="to-column" @click=${() => change({ screen: "column" })}>${w("panel.pick")}</button>` : nothing}
    ${hint(offers, seat)}
    ${form ? nothing : buttons}`;
}

/** A button's words; what is about a power has its picture and its rule. */
function face({ sign, rule }, words) {
  return rule ? html`${icon(sign)}<span class="about"><b>${words}</b><small>${rule}</small></span>` : words;
}

/** Questions that abilities ask: each once, with its answers below it; where regions answer, the map takes the tap. */
function answers(offers) {
  const leads = [...new Set(offers.map((offer) => offer.lead))];
  return leads.length ? leads.map((lead) => {
    const asked = offers.filter((offer) => offer.lead === lead);
    const buttons = asked.filter((offer) => !offer.region);
    return html`<p class="lead">${lead}</p>${asked.length > buttons.length ? html`<p class="hint">${w("panel.choose")}</p>` : nothing}
    <div class="others">${buttons.map((offer) => html`
    <button class="quiet" data-test="offer-choose" data-offer=${offer.id} @click=${() => act(offer)}>${face(offer, offer.choice)}</button>`)}</div>`;
  }) : nothing;
}

/** What everybody's list has and this purse cannot pay: its owner sees the price all the same. */
function tooDear(offers) {
  const seat = focus();
  if (!page.me.seats.includes(seat)) return nothing;
  return game().offers.filter((offer) => offer.seat === seat && offer.kind === "act" && !offers.some(({ id }) => id === offer.id))
    .map((offer) => html`<button class="quiet" disabled data-test="too-dear">${face(offer, offer.label)}</button>`);
}

/** What is left after the form, the column, the map and the sheet: plain buttons. */
function others(offers, kinds, form = null) {
  const rest = offers.filter((offer) => ![...kinds, "turn", "choose"].includes(offer.kind) && offer !== form);
  const whole = wholeButton(offers);
  if (!rest.length && whole === nothing) return nothing;
  return html`<div class="others">${rest.map((offer) => html`<button class=${offer.kind === "finish" && !form ? "main" : "quiet"}
    data-test=${`offer-${offer.kind}`} data-offer=${offer.id}
    @click=${() => (offer.form ? change({ form: offer.id, slot: null }) : act(offer))}>${face(offer, offer.label)}</button>`)}${tooDear(offers)}${whole}</div>`;
}

function elsewhere(seat) {
  const due = waiting().filter((each) => each !== seat && !held(each));
  if (!due.length || !page.me.seats.length) return nothing;
  return html`<div class="elsewhere">${due.map((each) => html`<button class="link" data-test=${`enter-for-${each}`}
    @click=${() => change({ acting: each, form: null })}>${seatMark(seatOf(each))} ${w("panel.enter", { name: nameOf(each) })}</button>`)}</div>`;
}

function actingFor(seat) {
  if (seat === null) return nothing;
  if (page.acting === seat) {
    return html`<p class="acting">${seatMark(seatOf(seat))} ${w("panel.entering", { name: nameOf(seat) })}
      <button class="link" data-test="stop-entering" @click=${() => change({ acting: null, form: null })}>${w("cancel")}</button></p>`;
  }
  if (page.me.seats.length > 1) return html`<p class="acting">${seatMark(seatOf(seat))} ${w("panel.for", { name: nameOf(seat) })}</p>`;
  return nothing;
}

/** A sheet stays open while it is made and just after it; then it folds. */
function lastSheet(sheet) {
  if (!sheet.accepted || game().turn.stage === "begin") return scoreSheet(sheet);
  return html`<details class="last-sheet"><summary>${w("score.for", { name: nameOf(sheet.seat) })}</summary>${scoreSheet(sheet)}</details>`;
}

export function panel() {
  const seat = focus();
  const due = dueRoll();
  // A roll that may wait till the turn's end stands below what can be done now.
  const later = due && !due.holds && seat !== null && !(held(due.seat) && seat === due.seat) ? due : null;
  const roll = later ? null : due;
  const seated = page.me.seats.length > 0;
  const sheet = game().sheet;
  return html`<main class="panel" data-test="panel" data-focus=${seat ?? nothing}>
    ${happened()}
    ${seated && roll ? rollPanel(roll) : nothing}
    ${seated && dueDraws().length ? dealGrid() : nothing}
    ${roll || !seated ? nothing : html`${actingFor(seat)}${seat === null ? nothing : mine(seat)}`}
    ${seat === null && sheet && !roll ? lastSheet(sheet) : nothing}
    ${seated && later ? rollPanel(later) : nothing}
    ${elsewhere(seat)}
  </main>`;
}
