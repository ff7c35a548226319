/** The phone page: listens to the table and draws. */
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { asks, told } from "./asks.js";
import { hearTimes } from "./clock.js";
import { noticeRoll, rolled } from "./die.js";
import { icon } from "./emblems.js";
import { explainView } from "./explain.js";
import { formOf } from "./forms.js";
import "./call.js";
import { lookAt, settle } from "./hand.js";
import { joinScreen, whoAmI } from "./join.js";
import { lobbyScreen } from "./lobby.js";
import { boardOf } from "./map.js";
import { change, focus, game, held, offersOf, onChange, page, setting } from "./page.js";
import { playScreen } from "./play.js";
import { cover } from "./purse.js";
import { photographing, photoScreen } from "./shot.js";
import { drop } from "./outbox.js";
import { get, takeUp } from "./post.js";
import { hearReceipts } from "./receipts.js";
import { listen } from "./stream.js";
import { recall, tellAgain } from "./whole.js";
import { w } from "./words.js";

const root = document.getElementById("app");

function link() {
  if (page.link === "full") return html`<section class="link-lost" role="status" data-test="full"><p>${icon("cut")} ${w("link.full")}</p></section>`;
  if (page.link !== "lost" && !page.kept.length) return nothing;
  return html`<section class="link-lost" role="status" data-test=${page.link === "lost" ? "lost" : "sending"}>
    ${page.link === "lost" ? html`<p>${icon("cut")} ${w("link.lost")}</p>` : nothing}
    ${page.kept.length ? html`<p data-test="kept">${w("kept.waits")} <button class="link" data-test="drop" @click=${drop}>${w("kept.drop")}</button></p>` : nothing}
  </section>`;
}

function screen() {
  if (!page.state || !page.me) return html`<main class="page"><p>${w("link.connecting")}</p></main>`;
  if (!page.me.seats.length && !(game() && page.watching)) return html`${told()}${asks()}${joinScreen()}`;
  if (photographing()) return html`${told()}${photoScreen()}`;
  if (page.state.phase === "lobby") return html`${told()}${asks()}${lobbyScreen()}`;
  return playScreen();
}

function draw() {
  render(html`${link()}${screen()}${explainView()}${rolled()}`, root);
  settle(page.board);
}

async function fetchBoard(id) {
  if (!id || page.board?.id === id || fetchBoard.asked === id) return;
  fetchBoard.asked = id;
  try {
    change({ board: boardOf(await get(`/api/map/${id}`)) });
  } catch {
    fetchBoard.asked = null;
  }
}

/** A seat of this phone that has something to do gets its own list, its purse looked at. */
async function fetchMine(version) {
  const seats = [...new Set((game()?.offers ?? []).map((offer) => offer.seat))].filter(held);
  if (!seats.length) return;
  try {
    const found = await Promise.all(seats.map(async (seat) => [seat, (await get(`/api/mine?seat=${seat}`)).offers]));
    if (page.state.version === version) change({ offers: Object.fromEntries(found), offersOf: version });
  } catch {
    // The public list serves until the table answers.
  }
}

/** Where a seat's form or troops are. */
function ownRegions(seat) {
  const slots = formOf(offersOf(seat))?.form.slots.map((slot) => slot.id);
  return slots ?? Object.entries(game().regions).filter(([, lies]) => lies.seat === seat && !lies.declined).map(([id]) => id);
}

/** Opens the column when one of this phone's seats is to pick, and the map when something else is to do. */
function follow(before) {
  const stage = (state) => (state?.game ? JSON.stringify([state.game.turn.number, state.game.turn.seat, state.game.turn.stage, Boolean(state.game.sheet?.accepted),
    state.game.offers.some((offer) => offer.kind === "pick")]) : "");
  if (stage(before) === stage(page.state)) return;
  const seat = focus();
  const picking = seat !== null && offersOf(seat).some((offer) => offer.kind === "pick");
  // Who puts the map right, or enters a game under way, stays there.
  if (page.guide !== null || page.laying) return;
  if (picking) change({ screen: "column", open: null, sheet: null });
  else if (page.screen === "column" || seat !== null) change({ screen: "map", open: null });
  change({ form: null, slot: null });
  document.querySelector(".panel")?.scrollTo(0, 0);
  if (seat !== null) queueMicrotask(() => lookAt(page.board, ownRegions(seat)));
}

// The seats that this phone was last led for. Another answer may have told the page of a new one already.
let led = [];

function onState(state) {
  const before = page.state;
  if (before && state.game?.turn.seat !== before.game?.turn.seat) page.acting = null;
  change({ state });
  if (!before) {
    takeUp();
    recall();
  }
  resume(before);
  if (before && before.phase !== state.phase && state.phase === "reveal") change({ screen: "map", past: null, open: null });
  if (before) tellAgain(before, state);
  noticeRoll(before, state);
  fetchBoard(state.game?.map);
  if (!page.me || before?.seating !== state.seating) {
    // Until it is known whose seats they are, nothing of theirs stays in sight.
    cover();
    change({ offers: {}, offersOf: -1, past: null });
    whoAmI().then(() => {
      // Who has just got a seat is led to what it may do; who moved about elsewhere disturbs nobody.
      const seats = page.me?.seats ?? [];
      follow(seats.some((seat) => !led.includes(seat)) ? null : before);
      led = seats;
      fetchMine(state.version);
      hearReceipts();
    });
  } else {
    follow(before);
    fetchMine(state.version);
    hearReceipts();
  }
}

/** A game under way is entered on, also after the page was loaded anew. */
function resume(before) {
  if (page.state.phase !== "play") {
    if (setting("guide")) setting("guide", false);
    Object.assign(page, { guide: null, laying: false });
  } else if (!before && setting("guide")) {
    page.guide = 0;
  }
}

let seated = null;

/** A stream opened before this phone had a seat does not count as its own: open another one. */
function sitDown() {
  if (!page.me) return;
  const before = seated;
  seated = page.me.seats.length > 0;
  if (before === false && seated) connect();
}

onChange(draw);
onChange(sitDown);
addEventListener("resize", () => settle(page.board));
const connect = listen(onState, (state) => page.link !== state && change({ link: state }), hearTimes);
