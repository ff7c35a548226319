/** An old turn's end, put right: the map as it lay then, what really lay there, and which score sheets follow. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";
import { counted, counter, forget } from "./counter.js";
import { icon } from "./emblems.js";
import { mapView } from "./map.js";
import { change, game, page, seatOf } from "./page.js";
import { enter, get, post, send } from "./post.js";
import { seatMark } from "./seats.js";
import { w } from "./words.js";

const signed = (amount) => (amount < 0 ? `−${-amount}` : `+${amount}`);

/** What one looks at is `page.past`: the turn as the table tells it, then a region, what lay there, and what follows. */
async function look(next) {
  try {
    change({ past: await next() });
  } catch (error) {
    change({ told: { text: error.status ? error.message : w("unreachable") } });
  }
}

export const openPast = (row) => look(() => get(`/api/past?row=${row}`));

const openRegion = (region) => look(() => get(`/api/past?row=${page.past.row}&region=${region}`).then((found) => ({ ...found, region })));

/** A command as the map's own corrections have it, for then. */
function choose(choice) {
  const { past } = page;
  const command = { ...choice.command, type: "set_past", turn: past.turn, seat: past.seat };
  return look(async () => ({ ...past, label: choice.label, command, follows: await post("/api/past", { command }) }));
}

/** Asks another player; the turn stays open where it is refused. */
async function ask(work) {
  if (await work) change({ past: null });
}

const unnamed = ({ past }) => ({ ...past, region: null, command: null, follows: null });

// The map, and what may have lain on a region.

const choiceButton = (choice, key) => html`<button data-test=${key} @click=${() => choose(choice)}>${choice.kind ? html`${icon(choice.kind)} ` : nothing}${choice.label}${choice.changes
  ? html` <small>${choice.changes}</small>` : nothing}</button>`;

function regionPart({ region, regions, correct }) {
  const near = correct.pieces.filter((piece) => piece.near);
  const far = correct.pieces.filter((piece) => !piece.near);
  return html`<h2>${regions[region].text}</h2><p class="hint">${w("past.there")}</p>
    <div class="corrections">${correct.choices.map((choice, place) => choiceButton(choice, `was-${place}`))}
      ${near.map((piece) => choiceButton(piece, `was-${piece.on ? "on" : "off"}-${piece.kind}`))}</div>
    ${far.length ? html`<details class="more"><summary>${w("sheet.other")}</summary>
      <div class="corrections">${far.map((piece) => choiceButton(piece, `was-${piece.on ? "on" : "off"}-${piece.kind}`))}</div></details>` : nothing}
    <button class="quiet" data-test="past-other" @click=${() => change({ past: unnamed(page) })}>${w("past.other")}</button>`;
}

// Which sheets follow.

const named = (command, sheet) => (command.sheets ?? []).some((each) => each.turn === sheet.turn && each.seat === sheet.seat);

function name(sheet, on) {
  const { past } = page;
  const others = (past.command.sheets ?? []).filter((each) => each.turn !== sheet.turn || each.seat !== sheet.seat);
  const sheets = on ? [...others, { turn: sheet.turn, seat: sheet.seat }] : others;
  change({ past: { ...past, command: { ...past.command, sheets } } });
}

const tick = (key, on, text, set) => html`<label class="option"><input type="checkbox" .checked=${live(on)} data-test=${key}
  @change=${(event) => set(event.target.checked)}><span>${text}</span></label>`;

function followsPart({ region, regions, label, command, follows }) {
  const { clear, unclear, today, own } = follows;
  return html`<h2>${regions[region].text}</h2><p><b data-test="past-label">${label}</b></p>
    ${clear.length ? html`<p class="hint">${w("past.clear")}</p><div class="chips" data-test="past-clear">${clear.map((sheet) => html`<span>${seatMark(seatOf(sheet.seat))} ${sheet.text}</span>`)}</div>` : nothing}
    ${unclear.length ? html`<p class="hint">${w("past.unclear")}</p>
      ${unclear.map((sheet) => tick(`follows-${sheet.turn}-${sheet.seat}`, named(command, sheet), sheet.text, (on) => name(sheet, on)))}` : nothing}
    ${today ? tick("past-today", command.today ?? false, w("past.today"), (on) => change({ past: { ...page.past, command: { ...command, today: on } } })) : nothing}
    ${own.filter(({ coins }) => coins).map(({ seat, coins }) => html`<p data-test=${`past-own-${seat}`}>${icon("coin")} ${w("past.own", { name: seatOf(seat).name, count: signed(coins) })}</p>`)}
    <button class="main" data-test="past-ask" @click=${() => ask(enter(command))}>${w("past.ask")}</button>
    <button class="quiet" data-test="past-other" @click=${() => change({ past: unnamed(page) })}>${w("past.other")}</button>`;
}

// The lines of one's own sheet.

const MORE = "past-more";

function linesPart({ turn, seat, lines }) {
  const put = (line, difference, note = "") => ask(send(seat, { type: "set_sheet", turn, seat, line, difference, note }, null, false, false).then((done) => {
    if (done) forget(`past-${line}`);
    return done;
  }));
  const more = counted(MORE, 0);
  const words = () => (document.querySelector("[data-test=past-note]")?.value ?? "").trim();
  return html`<details data-test="past-lines"><summary>${w("past.sheet")}</summary><p class="hint">${w("past.sheet.lead")}</p>
    <ul class="slots">${lines.map((line) => (line.key
      ? counter({ key: `past-${line.key}`, value: line.amount, least: 0, most: 99, label: line.text, apply: (now) => put(line.key, now - line.amount) })
      : html`<li><span class="what">${line.text}</span> <output>${signed(line.amount)}</output></li>`))}
      ${counter({ key: MORE, value: 0, least: 0, most: 99, label: w("past.more") })}
      ${more ? html`<li class="why"><input class="note" maxlength="60" placeholder=${w("coins.note")} aria-label=${w("coins.note")} data-test="past-note">
        <div class="chips">${game().reasons.map((reason) => html`<button data-test=${`past-why-${reason.key}`}
          @click=${() => put(reason.key, more, words()).then(() => forget(MORE))}>${reason.text}</button>`)}</div></li>` : nothing}</ul></details>`;
}

export function pastScreen() {
  const { past } = page;
  const marks = past.region ? { [past.region]: { picked: true } } : {};
  const part = past.follows ? followsPart : past.region ? regionPart : null;
  return html`${page.board ? mapView({ board: page.board, regions: past.regions, marks, onTap: openRegion, onHold: openRegion, always: true }) : html`<div class="mapframe"></div>`}
    <main class="panel past" data-test="screen-past"><h1>${past.text}</h1>
      ${part ? part(past) : html`<p class="hint">${w("past.lead")}</p>${past.lines ? linesPart(past) : nothing}`}
      <button class="link" data-test="past-back" @click=${() => change({ past: null })}>${w("past.back")}</button></main>`;
}
