/** The sheet below the map: what happened, what hands do, and what can be done now. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { appCard, appTurn } from "./appturn.js";
import { adviceButton } from "./advice.js";
import { lookBelow } from "./below.js";
import { setUpButton } from "./box.js";
import { dealGrid, dueDraws } from "./deal.js";
import { dueRoll, rollPanel } from "./roll.js";
import { icon } from "../lib/emblems.js";
import { asBefore, formOf, headed, layingOut, laysOut, leftOut, playable, said, takenUp, touched } from "./forms.js";
import { planned } from "./formmarks.js";
import { doingRow, endWords, formView } from "./formview.js";
import { hintLines, hintsFor } from "./hints.js";
import { cutout } from "../lib/map.js";
import { change, focus, game, held, offersOf, page } from "../lib/page.js";
import { act, enter, redo, takeBack } from "../lib/post.js";
import { lastSheet, shutSheet } from "./lastsheet.js";
import { scoreSheet } from "./score.js";
import { allSteps, anySteps, namesSeat, steps, stepsAbove, stillAt } from "./steps.js";
import { sumView } from "../lib/sum.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";

const LETTERS = 48; // of what happened that two lines of a narrow phone have room for
const EDGES = 6; // px of a card above and below its words
const SPARE = 0.24; // of a phone's height that what hands do may take
const short = matchMedia("(orientation: portrait) and (max-height: 700px)");
const BY_REGION = ["conquer", "attempt"];
const ELSEWHERE = ["accept", "pick", "turn", "choose", "done", "finish", "redeploy"];

function cockedButton() {
  const { cocked } = page.state;
  if (!cocked || !page.me.seats.length) return nothing;
  return html`<div class="cocked">
    ${twice("cocked", html`${icon("cocked")} ${w("cocked")}`, w("cocked.sure"), () => enter(cocked))}
  </div>`;
}

/** Whoever rolled says so beside what hands do, all others where the sheet is opened. */
const ownCocked = () =>
  held(Number(/\.seat(\d+)\./.exec(page.state.last_roll?.occasion ?? "")?.[1])) ? cockedButton() : nothing;

function redoButton() {
  const again = page.state.redo;
  if (!again?.may.some(held)) return nothing;
  return html`<button class="undo" aria-label=${again.text} data-test="redo" @click=${redo}>
    ${icon("redo")}<span>${w("redo")}</span>
  </button>`;
}

/** The way back: first from what is only laid out on this phone. */
function back(row) {
  const laid = layingOut();
  if (laid && (touched(laid) || page.slot === null)) return change(asBefore(laid));
  const placing = formOf(offersOf(focus()));
  return takenUp(placing) ? change({ ...asBefore(placing), form: page.form }) : takeBack(row);
}

function undoButton() {
  const { last, takeback } = page.state;
  if (!takeback || !page.me.seats.length) return nothing;
  return html`<button class="undo" aria-label=${takeback.text} data-test="take-back" @click=${() => back(takeback.row)}>
    ${icon("undo")}<span>${w(takeback.free.some(held) || held(last.by) ? "takeback" : "undo.ask")}</span>
  </button>`;
}

/**
 * Whether hands have something to do before their turn begins: what they undid, what somebody else's act brings, or
 * what somebody else who has this phone has done since the score, when it went on at once.
 */
function handsFirst(seat) {
  const { last } = page.state;
  if (seat === null || dueRoll() || appTurn()) return false;
  const later = ["begin", "withdraw"].includes(game().turn.stage);
  const unseen = last.by === seat || (held(last.by) && last.by !== game().sheet?.seat);
  return later && ((anySteps() && unseen) || namesSeat(seat) || (stillAt(seat) && !anySteps()));
}

/** The last thing that happened and where, with the way back from it, unless that stands beside what hands do. */
function happened() {
  const { last, takeback } = page.state;
  if (!last) return nothing;
  const fresh = takeback?.free.some(held) && page.fresh === takeback.row;
  const own = held(last.by) && last.by === focus();
  return html`<section
    class=${`happened ${fresh ? "fresh" : ""} ${own ? "own" : ""} ${last.text.length > LETTERS ? "long" : ""}`}
    role="status"
    data-test="happened"
  >
    <div class="what">
      ${cutout(last.places)}
      <div>
        <p>${last.text}</p>
        ${sumView(last.bill)}
      </div>
    </div>
    ${handsFirst(focus()) ? nothing : html`${redoButton()}${undoButton()}`}
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

/** What a score sheet that waits to be accepted shows: what hands do, what it brings, and the one button. */
function scoring(seat, offers, accepts) {
  return html`${hintLines(seat)}${stepsAbove()}${scoreSheet(game().sheet, accepts, html`${besides(offers)}`)}`;
}

function mine(seat) {
  const offers = offersOf(seat);
  const accepts = offers.filter((offer) => offer.kind === "accept");
  const late = offers.find(({ id, kind, form }) => form && id === page.form && ["accept", "decline"].includes(kind));
  if (late)
    return formView(late, {
      beside: html`<button class="small" data-test="back-to-sheet" @click=${() => change(asBefore(late))}>
        ${w("cancel")}
      </button>`,
    });
  const asked = answers(offers.filter((offer) => offer.kind === "choose"));
  if (accepts.length && game().sheet) return html`${asked}${scoring(seat, offers, accepts)}`;
  const form = formOf(offers);
  const done = offers.find((offer) => offer.kind === "done") ?? null;
  const picks = offers.some((offer) => offer.kind === "pick") && page.screen !== "column";
  const right = picks
    ? html`<button class="main done" data-test="to-column" @click=${() => change({ screen: "column" })}>
        ${w("panel.pick")}
      </button>`
    : goOn(offers);
  const decline = form?.kind === "ready" ? (offers.find((offer) => offer.kind === "decline") ?? null) : null;
  const acts = actsRow(seat, offers, form, decline);
  const ends = ["redeploy", "done", "place"].includes(form?.kind) ? done : null;
  // What is still to be done for another player's turn has time; what one has undone oneself, or is to do oneself after
  // or before somebody else's act, has not.
  const later = ["begin", "withdraw"].includes(game().turn.stage);
  const first = later && handsFirst(seat);
  // A piece that is still to be placed has the room of what hands do, and they have theirs below it.
  const speaks = form && form.kind !== "ready" && !headed(form) && said(form);
  const tall = page.open === "tall";
  // What was placed already and is looked at again is left as it was.
  const leaves =
    form?.kind === "place" && form.id === page.form && !leftOut(form)
      ? html`<button class="small" data-test="form-leave" @click=${() => change(asBefore(form))}>
          ${w(takenUp(form) ? "cancel" : "close")}
        </button>`
      : nothing;
  const told = leaves === nothing || anySteps();
  const beside = later || speaks || tall || !told ? leaves : steps(leaves === nothing ? ownCocked() : leaves);
  // An open sheet has them in its list.
  // Where the start of a turn comes first, what happened stands below it, out of sight.
  const why = short.matches && form?.kind === "ready" ? page.state.last?.text : nothing;
  const back = html`<div class="put-back">${tall ? nothing : steps(nothing, why)}${redoButton()}${undoButton()}</div>`;
  const listed = tall || (!first && (later || speaks || !told));
  const under = html`${acts}${listed ? allSteps() : nothing}`;
  return html`${asked}${first ? back : nothing}
  ${
    form
      ? formView(form, { beside, under, done: ends, decline, quiet: anywhere(playable(offers, form)) })
      : html`${doingRow(beside, right)}${under}`
  }
  ${offers.some(({ kind }) => BY_REGION.includes(kind)) ? nothing : setUpButton()} ${hintLines(seat)}
  ${hint(playable(offers, form), seat)} ${stopping(offers, form)}`;
}

/**
 * To stop and redeploy oneself, step by step, below the way on that does all of it: seldom wanted, as tokens can be
 * moved before, too.
 */
function stopping(offers, form) {
  // Where the map shows how tokens would be laid out, a button above does more than that.
  if (planned(offers, form) || (form === null && !offers.some(({ kind }) => kind === "done"))) return nothing;
  return offers
    .filter((offer) => ["finish", "redeploy"].includes(offer.kind) && offer !== form && !offer.sign)
    .map(
      (offer) =>
        html`<button
          class="quiet"
          data-test=${`offer-${offer.kind}`}
          data-offer=${offer.id}
          @click=${() => (offer.form ? change({ form: offer.id, slot: null }) : act(offer))}
        >
          ${offer.label}
        </button>`,
    );
}

/** The way to lay out oneself what the map shows as planned; each tap on a region then puts one there. */
function elsewhere(offers, form) {
  if (!planned(offers, form)) return nothing;
  const done = offers.find(laysOut);
  return html`<button class="small" data-test="elsewhere" @click=${() => change({ form: done.id, slot: null })}>
    ${w("panel.elsewhere")}
  </button>`;
}

/** What else can be done, in a row of its own; the panel makes room for it. */
function actsRow(seat, offers, form, decline) {
  const all = [adviceButton(seat), ...besides(offers, form, decline), elsewhere(offers, form)];
  const found = all.filter((each) => each !== nothing);
  return found.length ? html`<div class="acts more">${found}</div>` : nothing;
}

/** A button's words; what is about a power has its picture and its rule. */
function face({ sign, rule }, words) {
  return rule ? html`${icon(sign)}<span class="about"><b>${words}</b><small>${rule}</small></span>` : words;
}

/** Questions that abilities ask: each once, with its answers below it; where regions answer, the map takes the tap. */
function answers(offers) {
  const leads = [...new Set(offers.map((offer) => offer.lead))];
  return leads.length
    ? leads.map((lead) => {
        const asked = offers.filter((offer) => offer.lead === lead);
        const buttons = asked.filter((offer) => !offer.region);
        return html`<p class="lead">${lead}</p>
          ${asked.length > buttons.length ? html`<p class="hint">${w("panel.choose")}</p>` : nothing}
          <div class="others">
            ${buttons.map(
              (offer) =>
                html` <button class="quiet" data-test="offer-choose" data-offer=${offer.id} @click=${() => act(offer)}>
                  ${face(offer, offer.choice)}
                </button>`,
            )}
          </div>`;
      })
    : nothing;
}

/** What everybody's list has and this purse cannot pay: its owner sees the price all the same. */
function tooDear(offers) {
  const seat = focus();
  if (!page.me.seats.includes(seat)) return [];
  return game()
    .offers.filter((offer) => offer.seat === seat && offer.kind === "act" && !offers.some(({ id }) => id === offer.id))
    .map((offer) => html`<button class="quiet" disabled data-test="too-dear">${face(offer, offer.label)}</button>`);
}

/** What ends the conquests to move pieces that stand. */
const movesPieces = (offer) => offer.kind === "finish" && offer.sign;

/** Does it; where pieces are moved next, the stage that comes opens their form. */
function carryOut(offer) {
  if (movesPieces(offer)) change({ next: `place:${offer.sign}` });
  return act(offer);
}

/** The picture of what a button is about: its own sign, or the ability that does it. */
const signOf = ({ sign, command }) => (sign || command?.ability ? icon(sign || command.ability) : nothing);

/** What can be done besides, as small buttons; the ways on and what stands elsewhere are not among it. */
function besides(offers, ...elsewhere) {
  // Of what comes back one after the other is laid out.
  const hidden = elsewhere.some((form) => form?.kind === "withdraw") ? ["withdraw"] : [];
  const others = [...ELSEWHERE, ...BY_REGION, ...hidden];
  const rest = offers.filter(
    (offer) => (!others.includes(offer.kind) || movesPieces(offer)) && !elsewhere.includes(offer),
  );
  return [
    ...rest.map(
      (offer) =>
        html`<button
          class="small"
          data-test=${`offer-${offer.kind}`}
          data-offer=${offer.id}
          @click=${() => (offer.form ? change({ form: offer.id, slot: null }) : carryOut(offer))}
        >
          ${signOf(offer)}<span>${offer.label}</span>
        </button>`,
    ),
    ...tooDear(offers),
  ];
}

/** Whether there is anything to do but to end the turn: on the map, or what an ability offers. */
const anywhere = (offers) => offers.some(({ kind }) => [...BY_REGION, "act"].includes(kind));

/** The one way on: quiet while the map can still be tapped, filled when it stands alone. */
function goOn(offers) {
  const offer = offers.find(({ kind }) => kind === "done") ?? offers.find(({ kind }) => kind === "finish");
  if (!offer) return nothing;
  return html`<button
    class=${anywhere(offers) ? "done" : "main done"}
    data-test=${offer.kind === "done" ? "done" : "offer-finish"}
    data-offer=${offer.id}
    @click=${() => {
      // The score is what is to be seen next.
      change({ open: null });
      return act(offer);
    }}
  >
    ${endWords(offer)}
  </button>`;
}

const PUSH = 12; // px
let pushed = false;
let from = null; // where a finger has taken hold of the sheet
let low = null; // the act that the sheet was pushed down at; the next one's steps are seen again
const isLow = () => low !== null && low === page.state.last?.row;

/** A finger pushes the sheet up or down by its handle, a tap opens and shuts it. */
function push(event, open, shut) {
  const way = from === null ? 0 : event.clientY - from;
  from = null;
  if (Math.abs(way) < PUSH) return;
  pushed = true;
  low = way > 0 && !open ? (page.state.last?.row ?? null) : null;
  if (way < 0) change({ open: "tall" });
  else if (open) shut();
  else change();
}

/** The click that follows a push is none. */
function turn(open, shut) {
  if (!pushed) open ? shut() : change(isLow() ? {} : { open: "tall" });
  if (!pushed) low = null;
  pushed = false;
}

let shown = null; // the act that the sheet was last drawn for
let wasTall = false; // whether it was open then

// The sheet is as high as its sum, which may have several lines, needs; what floats on the map stays above it.
const watcher = new ResizeObserver(([{ target }]) => {
  const screen = /** @type {HTMLElement | null} */ (target.closest(".playing"));
  screen?.style.setProperty("--sum", `${target.clientHeight}px`);
  lookBelow();
});
let sum = null;
const ROWS = ".playing :is(.doing-row, .put-back) ul.steps"; // what hands do, where the sheet grows with it
const LISTS = ".playing .sheetbox ul.steps";
const upright = matchMedia("(orientation: portrait) and (max-width: 799px)");

/** How many px a list of what hands do needs besides the row it stands in, as far as the map can spare them. */
function moreOf(list, now) {
  const cards = list && upright.matches ? [...list.querySelectorAll("li:not(.unseen)")] : [];
  if (!cards.length) return 0;
  // A single card fills the row, so its words say what it needs.
  const words = cards.length === 1 ? cards[0].querySelector(".do") : null;
  const [first, last] = [cards[0], cards.at(-1)].map((each) => each.getBoundingClientRect());
  const needs = words ? words.scrollHeight + EDGES : last.bottom - first.top;
  return Math.max(0, Math.ceil(Math.min(needs, innerHeight * SPARE) - (list.clientHeight - now)));
}

/** A list that goes on below its edge fades there. */
const shade = (list) => list.toggleAttribute("data-more", list.scrollHeight - list.scrollTop - list.clientHeight > 4);
document.addEventListener(
  "scroll",
  ({ target }) => target instanceof Element && target.matches(LISTS) && shade(target),
  {
    capture: true,
    passive: true,
  },
);

/** Makes room for the sum that the sheet shows and watches how high it is, and for what hands do. */
export function makeRoom() {
  const now = document.querySelector(".sheetbox .happened .bill");
  if (now !== sum) {
    watcher.disconnect();
    if (now) watcher.observe(now);
    sum = now;
  }
  const screen = /** @type {HTMLElement | null} */ (document.querySelector(".play"));
  if (screen) {
    const room = parseFloat(screen.style.getPropertyValue("--more")) || 0;
    const more = isLow() ? 0 : moreOf(document.querySelector(ROWS), room);
    // Where the whole page knew it, the whole page would be styled again.
    if (more !== room) screen.style.setProperty("--more", `${more}px`);
  }
  document.querySelectorAll(LISTS).forEach(shade);
}

/** After every act, and once it is low again, the sheet starts at its top: what hands do now, and the way on. */
export function fromTheTop() {
  const row = page.state?.last?.row ?? null;
  const [was, tall] = [wasTall, page.open === "tall"];
  wasTall = tall;
  if (row === shown && (tall || !was)) return;
  shown = row;
  document.querySelector(".sheetbox > .panel")?.scrollTo(0, 0);
}

export function panel() {
  const seat = focus();
  const due = dueRoll();
  // A roll that may wait till the turn's end stands below what can be done now.
  const later = due && !due.holds && seat !== null && !(held(due.seat) && seat === due.seat) ? due : null;
  const roll = later ? null : due;
  const seated = page.me.seats.length > 0;
  const sheet = game().sheet;
  const app = appTurn();
  const scored = sheet && !roll && !app ? lastSheet(sheet, seat) : nothing;
  const deal = seated && dueDraws().length ? dealGrid() : nothing;
  const accepting = seat !== null && game().turn.stage === "score" && sheet && !sheet.accepted;
  const asks = seat !== null && offersOf(seat).some((offer) => offer.kind === "choose");
  const tall =
    app || (seated && due) || deal !== nothing || scored !== nothing || accepting || asks || page.open === "tall";
  const idle = app || roll || !seated || seat === null;
  const open = scored !== nothing || page.open === "tall";
  const shutPanel = scored === nothing ? () => change({ open: null }) : shutSheet;
  const listed = scored === nothing ? allSteps : stepsAbove;
  const hands = tall && !app ? listed() : doingRow(steps(ownCocked()), nothing);
  return html`<div class="sheetbox">
    <main class=${`panel ${tall ? "tall" : ""}`} data-test="panel" data-focus=${seat ?? nothing}>
      <button
        class="grab"
        aria-label=${w(open ? "panel.less" : "panel.more")}
        aria-expanded=${open}
        data-test="grab"
        @pointerdown=${(event) => {
          [from, pushed] = [event.clientY, false];
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        @pointerup=${(event) => push(event, open, shutPanel)}
        @click=${() => turn(open, shutPanel)}
      ></button>
      ${happened()} ${seated && roll ? rollPanel(roll) : nothing} ${deal}
      ${idle ? html`${hands} ${setUpButton()}` : mine(seat)} ${app ? appCard(app) : nothing} ${scored}
      ${seated && later ? rollPanel(later) : nothing} ${tall ? cockedButton() : nothing}
    </main>
  </div>`;
}
