/**
 * The lobby's and the game's screens, and what follows a new state on them. The page loads them while a name is typed.
 */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { asks } from "./asks.js";
export { hearTimes } from "../lib/clock.js";
export { notices } from "./notices.js";
export { nextGame } from "./nextgame.js";
import { rolled } from "../lib/die.js";
export { noticeRoll } from "../lib/die.js";
import { explainView } from "./explain.js";
import { ownRegions } from "./forms.js";
import "./back.js";
import { lookBelow } from "./below.js";
import "./call.js";
import { lookAt, settle } from "../lib/hand.js";
import { placeOnToken } from "./ontoken.js";
import { fromTheTop, makeRoom } from "./panel.js";
import { lobbyScreen } from "./lobby.js";
import { hearLosses } from "./losses.js";
import { boardOf } from "../lib/map.js";
import { miniature } from "../lib/miniature.js";
import { change, focus, game, held, offersOf, page, setting } from "../lib/page.js";
import { joinNext } from "./nextgame.js";
import { noticeTurn, passCover, rest } from "./passing.js";
import { hearScore, payOut } from "./payout.js";
import { playScreen } from "./play.js";
import { hearSteps } from "./steps.js";
import { cover } from "./purse.js";
import { photographing, photoScreen } from "../lib/shot.js";
import { get } from "../lib/ask.js";
import { takeUp } from "../lib/post.js";
import { told } from "../lib/told.js";
import { recall, tellAgain } from "./whole.js";

/** What a phone shows that sits here, or watches a game. */
export function screen() {
  if (photographing()) return html`${told()}${photoScreen()}`;
  if (page.state.phase === "lobby") return html`${told()}${asks()}${lobbyScreen()}`;
  return playScreen();
}

/** A picture of the board, with what lies on it, for whoever comes to the table. */
export const board = () => (page.board ? miniature(page.board, game()?.regions) : null);

/** What lies over any screen. */
/** While the die tumbles the page is as it was before, and not to be tapped. */
const hush = () => (page.tumbling ? html`<div class="hush"></div>` : nothing);

export const overlays = () => html`${explainView()}${hush()}${rolled()}${passCover()}`;

/** The page has been drawn. */
export function drawn() {
  // How high the sheet is comes first: what lies on the map goes by it.
  makeRoom();
  settle(page.board);
  placeOnToken();
  lookBelow();
  fromTheTop();
  payOut();
  // Its next player is led to what there is to do.
  if (rest()) follow(null);
  noticeTurn();
}

let asked = null; // the board that was asked for

async function fetchBoard(id) {
  if (!id || page.board?.id === id || asked === id) return;
  asked = id;
  page.board = null;
  try {
    const found = boardOf(await get(`api/map/${id}`));
    if (asked === id) change({ board: found });
  } catch {
    asked = null;
  }
}

/** A seat of this phone that has something to do gets its own list, its purse looked at. */
async function fetchMine() {
  const { changed } = page.state;
  if (page.offersOf === changed) return;
  const seats = [...new Set((game()?.offers ?? []).map((offer) => offer.seat))].filter(held);
  if (!seats.length) return;
  try {
    const found = await Promise.all(seats.map(async (seat) => [seat, (await get(`api/mine?seat=${seat}`)).offers]));
    if (page.state.changed !== changed) return;
    // Few purses make a difference, and drawing the same once more takes an old phone a tenth of a second.
    const same = found.every(([seat, own]) => JSON.stringify(own) === JSON.stringify(offersOf(seat)));
    Object.assign(page, { offers: Object.fromEntries(found), offersOf: changed });
    if (!same) change();
  } catch {
    // The public list serves until the table answers.
  }
}

/** Opens the column when one of this phone's seats is to pick, and the map when something else is to do. */
function follow(before) {
  const stage = (state) =>
    state?.game
      ? JSON.stringify([
          state.game.turn.number,
          state.game.turn.seat,
          state.game.turn.stage,
          Boolean(state.game.sheet?.accepted),
          state.game.offers.some((offer) => offer.kind === "pick"),
        ])
      : "";
  if (stage(before) === stage(page.state)) return;
  const seat = focus();
  const picking = seat !== null && offersOf(seat).some((offer) => offer.kind === "pick");
  // Who puts the map right, or enters a game under way, stays there.
  if (page.guide !== null || page.laying) return;
  if (picking) change({ screen: "column", open: null, sheet: null });
  else if (page.screen === "column" || seat !== null) change({ screen: "map", open: null });
  change({ form: page.next, next: null, slot: null });
  document.querySelector(".panel")?.scrollTo(0, 0);
  if (seat !== null) queueMicrotask(() => lookAt(page.board, ownRegions(seat)));
}

// The seats that this phone was last led for.
let led = [];

/** Who has just got a seat is led to what it may do, at once: when the next state comes they may look elsewhere. */
export function lead() {
  const seats = page.me?.seats ?? [];
  if (!page.state || seats.every((seat) => led.includes(seat))) return;
  led = seats;
  follow(null);
}

/** Where the app's pieces are to be moved. */
function followApp(before) {
  const over = (state) => (state?.app?.ends ? state.app.row : null);
  if (over(page.state) === null || over(page.state) === over(before)) return;
  queueMicrotask(() => lookAt(page.board, page.state.app?.order ?? []));
}

/** What was laid out for a turn's end is over once something else stands or is in hand. */
function followLayout(before) {
  const ends = (state) => JSON.stringify(state.game?.offers.find(({ kind }) => kind === "done")?.form);
  if (page.form === "done" && ends(before) !== ends(page.state)) change({ form: null, slot: null });
}

/** A state has come: `before` is the one before it, null for the first. */
export function heard(before) {
  const { state } = page;
  if (before && state.game?.turn.seat !== before.game?.turn.seat) page.acting = null;
  if (!before) {
    takeUp();
    recall();
  }
  resume(before);
  if (before && before.phase !== state.phase && state.phase === "reveal")
    change({ screen: "map", past: null, open: null });
  if (before) {
    tellAgain(before, state);
    followLayout(before);
  }
  if (page.me) hearLosses(state);
  hearSteps(state);
  hearScore(before, state);
  fetchBoard(state.game?.map ?? state.lobby.shown);
}

/** Until it is known whose seats they are, nothing of theirs stays in sight. */
export function unseat() {
  cover();
  change({ offers: {}, offersOf: -1, past: null });
}

/** It is known which seats this phone holds in a state. */
export function seated(before) {
  rest();
  lead();
  led = page.me?.seats ?? [];
  // Who moved about elsewhere disturbs nobody.
  follow(before);
  followApp(before);
  fetchMine();
  joinNext();
}

/** A game under way is entered on, also after the page was loaded again. */
function resume(before) {
  if (page.state.phase !== "play") {
    // A state of the lobby may come after the answer that the game has begun.
    if (before && before.phase !== "play") return;
    if (setting("guide")) setting("guide", false);
    Object.assign(page, { guide: null, laying: false });
  } else if (!before && setting("guide")) {
    page.guide = 0;
  }
}

addEventListener("resize", drawn);
