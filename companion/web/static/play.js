/** The game as it runs: header, the chosen screen, the panel and the way between screens. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { asks, told } from "./asks.js";
import { forgetCounts } from "./coins.js";
import { clockStands, timeOf } from "./clock.js";
import { columnScreen } from "./column.js";
import { explain } from "./explain.js";
import { dueDraws, dealGrid } from "./deal.js";
import { icon } from "./emblems.js";
import { endScreen } from "./ending.js";
import { guideScreen } from "./guide.js";
import { zoomButtons } from "./hand.js";
import { pointedOut } from "./hints.js";
import { layingMap, layingPanel } from "./laymap.js";
import { add, formMarks, formOf, takes } from "./forms.js";
import { logScreen } from "./log.js";
import { mapView } from "./map.js";
import { moreScreen } from "./more.js";
import { pastScreen } from "./past.js";
import { cover, purseScreen } from "./purse.js";
import { change, focus, game, held, mover, offersOf, page, seatOf, setting } from "./page.js";
import { act } from "./post.js";
import { panel } from "./panel.js";
import { seatMark, teamMark } from "./seats.js";
import { prices } from "./prices.js";
import { checkScreen, regionList } from "./regionlist.js";
import { rightAtEnd } from "./right.js";
import { openSheet, sheetView } from "./sheet.js";
import { wholeMap, wholePanel } from "./whole.js";
import { w } from "./words.js";

const SCREENS = ["map", "column", "purse", "log", "more"];

/** What a seat can do on each region, by region. */
function byRegion(offers) {
  const found = {};
  for (const offer of offers) if (offer.region) (found[offer.region] ??= []).push(offer);
  return found;
}

function marksOf(offers) {
  return Object.fromEntries(Object.entries(byRegion(offers)).map(([region, ways]) => {
    const sure = ways.filter((way) => way.kind !== "attempt");
    const plain = sure.filter((way) => !way.helps.length);
    const costs = (plain.length ? plain : sure).map((way) => way.cost).filter((cost) => cost != null);
    const asked = ways.find((way) => way.kind === "choose");
    if (asked) return [region, { can: "sure", label: asked.choice }];
    return [region, {
      can: sure.length ? "sure" : "die",
      label: costs.length ? w("map.price", { count: Math.min(...costs) }) : w("map.attempt"),
    }];
  }));
}

/** Adds what a hint points out; and what every region in reach costs, with the chance of the die, while their switch is on. */
function priced(marks) {
  const all = { ...marks };
  for (const region of pointedOut()) all[region] = { ...all[region], picked: true };
  for (const [region, { cost, chance }] of Object.entries(prices())) {
    const words = [w("map.price", { count: cost }), chance ? w("map.chance", { chance }) : null];
    all[region] = { ...all[region], price: cost, chance, label: words.filter(Boolean).join(", ") };
  }
  return all;
}

/** One tap answers a question of regions, and conquers where there is one way and it can be paid; else one looks first. */
function tapRegion(region) {
  const seat = focus();
  const offers = seat === null ? [] : offersOf(seat);
  const form = formOf(offers);
  if (form && takes(form, region)) return add(form, region, 1);
  const ways = byRegion(offers)[region] ?? [];
  const asked = ways.find((way) => way.kind === "choose");
  if (asked) return act(asked);
  if (ways.length === 1 && ways[0].kind === "conquer" && !setting("ask")) return act(ways[0]);
  return openSheet(region);
}

/** Whose phones do not hear the table. */
function away() {
  const seats = page.state.seats.filter((seat) => seat.phone && seat.away && !seat.left && !held(seat.id));
  if (!seats.length) return nothing;
  const names = seats.map((seat) => seat.name).join(", ");
  return html` <span class="away-now" role="img" aria-label=${`${names}: ${w("seat.away")}`} data-test="away-now">${icon("cut")}${seats.map(seatMark)}</span>`;
}

function header() {
  const { turn } = game();
  const seat = seatOf(mover());
  const yours = held(seat.id);
  const band = game().bands.find((each) => each.id === turn.band);
  return html`<header class=${`turn c-${seat.colour} ${yours ? "yours" : ""}`} data-test="turn" data-seat=${turn.seat} data-stage=${turn.stage}>
    <span class="sign">${seatMark(seat)}${teamMark(seat.team)}</span>
    <div>${page.screen === "map" ? html`<h1>${turn.text}</h1>` : html`<b>${turn.text}</b>`}<small><span>${w("turn.of", turn)}</span>${yours ? html` · <strong>${w("turn.yours")}</strong>` : nothing} ${timeOf(seat.id)}${away()}</small></div>
    ${page.screen === "map" && page.board && !setting("list") && !page.checking ? zoomButtons(page.board) : nothing}
    ${band ? html`<button class="hand" aria-label=${`${band.name}: ${w("turn.hand", { count: turn.hand })}`} data-test="explain-hand"
      @click=${() => explain(...band.rules.map(({ key }) => key))}>${icon(band.race)}<b data-test="hand">${turn.hand}</b></button>` : nothing}
  </header>`;
}

function nav() {
  return html`<nav aria-label=${w("nav")}>${SCREENS.map((screen) => html`<button data-test=${`nav-${screen}`}
    aria-current=${page.screen === screen ? "page" : nothing}
    @click=${() => { cover(); forgetCounts(); change({ screen, open: null, past: null }); }}>${icon(screen === "purse" ? "coin" : screen)}<span>${w(`nav.${screen}`)}</span></button>`)}</nav>`;
}

function mapScreen() {
  if (page.whole && page.board) return wholeMap();
  const seat = focus();
  const offers = seat === null ? [] : offersOf(seat);
  const form = formOf(offers);
  if (!page.board) return html`<div class="mapframe"></div>`;
  const marks = form ? formMarks(form) : priced(marksOf(offers));
  if (setting("list")) return html`<section class="scroll" aria-label=${w("more.list")}>${regionList({ board: page.board, marks, onTap: tapRegion })}</section>`;
  return mapView({ board: page.board, regions: game().regions, marks, onTap: tapRegion, onHold: openSheet });
}

function screen() {
  switch (page.screen) {
    case "column": return html`<div class="scroll">${dueDraws().length && page.me.seats.length ? dealGrid() : nothing}${columnScreen()}</div>`;
    case "purse": return purseScreen();
    case "log": return page.past ? pastScreen() : html`<div class="scroll">${logScreen()}</div>`;
    case "more": return html`<div class="scroll">${moreScreen()}</div>`;
    default:
      if (page.checking && page.me.seats.length) return checkScreen();
      return page.laying && page.board && page.me.seats.length
      ? html`${layingMap()}${layingPanel(() => change({ laying: false }))}`
      : html`${mapScreen()}${page.whole ? wholePanel() : panel()}`;
  }
}

/** The reveal, and from it the way to what was forgotten. */
function revealScreen() {
  const reading = page.screen === "log" && page.me.seats.length;
  if (reading && page.past) return html`<div class="play on-map" data-test="screen-play"><div class="over-map">${told()}${asks()}</div>${pastScreen()}</div>`;
  return html`<div class="play over"><div class="scroll">${told()}${asks()}${reading
    ? html`${logScreen()}<p class="page"><button class="quiet" data-test="to-reveal" @click=${() => change({ screen: "map", open: null })}>${w("end.back")}</button></p>`
    : endScreen(rightAtEnd())}</div></div>`;
}

export function playScreen() {
  if (page.state.phase === "reveal") {
    return revealScreen();
  }
  const over = html`<div class="over-map">${told()}${asks()}</div>`;
  if (page.guide !== null && page.me.seats.length) return guideScreen(over, sheetView());
  return html`<div class=${`play on-${page.screen === "log" && page.past ? "map" : page.screen}`} data-test="screen-play">${header()}${clockStands()}
    ${over}
    ${screen()}${nav()}${sheetView()}</div>`;
}
