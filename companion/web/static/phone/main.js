/** The phone page: listens to the table and draws. The lobby and the game are loaded a moment after the join page. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { arrivalScreen } from "./arrival.js";
import { takeLink, whoAmI } from "./join.js";
import { ahead, forget } from "../lib/ask.js";
import { change, game, onChange, page } from "../lib/page.js";
import { drop } from "../lib/outbox.js";
import { listen } from "../lib/stream.js";
import { told } from "../lib/told.js";
import { w } from "../lib/words.js";

const root = document.getElementById("app");
// Of the page of a phone that sits here: which change of the seats it knows of, and the map of its game.
const { seating, map } = root.dataset;

// At a table that plays by itself whoever comes watches, and may still ask for a seat.
page.watching = "show" in root.dataset;

// The lobby and the game, once they are loaded.
let screens = null;

function link() {
  if (page.link === "full")
    return html`<section class="link-lost" role="status" data-test="full">
      <p>${icon("cut")} ${w("link.full")}</p>
    </section>`;
  if (page.link !== "lost" && !page.kept.length) return nothing;
  return html`<section class="link-lost" role="status" data-test=${page.link === "lost" ? "lost" : "sending"}>
    ${page.link === "lost" ? html`<p>${icon("cut")} ${w("link.lost")}</p>` : nothing}
    ${
      page.kept.length
        ? html`<p data-test="kept">
            ${w("kept.waits")} <button class="link" data-test="drop" @click=${drop}>${w("kept.drop")}</button>
          </p>`
        : nothing
    }
  </section>`;
}

function screen() {
  const soon = page.watching && "show" in root.dataset;
  const arriving = !page.me?.seats.length && !(page.watching && (game() || soon));
  if (page.state && page.me && arriving) return html`${told()}${arrivalScreen(screens)}`;
  if (page.state && page.me && screens && (game() || page.me.seats.length)) return screens.screen();
  return html`<main class="page"><p>${w("link.connecting")}</p></main>`;
}

function draw() {
  render(html`${link()}${screen()}${screens?.overlays() ?? nothing}`, root);
  screens?.drawn();
}

let loading = null;
const AGAIN = 2_000; // ms

/** Loads the lobby and the game, which then hear of the state as if it had just come. */
function load() {
  loading ??= import("./screens.js")
    .then((loaded) => {
      screens = loaded;
      change();
      if (!page.state) return;
      screens.heard(null);
      if (page.me) screens.seated(null);
    })
    .catch(() => {
      // The table is out of reach for a moment.
      loading = null;
      setTimeout(load, AGAIN);
    });
}

/** What came while the die tumbles, the newest last: nothing says what came up before it has come to rest. */
let waiting = null;

function onState(state) {
  if (waiting) {
    waiting = state;
    return;
  }
  const wait = screens?.noticeRoll(page.state, state);
  if (!wait) {
    show(state);
    return;
  }
  waiting = state;
  setTimeout(() => {
    const next = waiting;
    waiting = null;
    show(next);
  }, wait);
}

function show(state) {
  const before = page.state;
  change({ state });
  // Seats have changed hands since the page was sent: what was asked for ahead may be from before that.
  if (String(state.seating) !== seating) forget("api/me");
  screens?.heard(before);
  if (!page.me || before?.seating !== state.seating) {
    screens?.unseat();
    whoAmI().then(() => {
      screens?.seated(before);
      load();
    });
  } else {
    screens?.seated(before);
  }
}

let seated = null;

/** A seat leads to what it may do. A stream opened before the first does not count as its own: open another one. */
function sitDown() {
  if (!page.me) return;
  screens?.lead();
  const before = seated;
  seated = page.me.seats.length > 0;
  if (before === false && seated) connect();
}

onChange(draw);
onChange(sitDown);
addEventListener("hashchange", takeLink);
const connect = listen(
  onState,
  (state) => page.link !== state && change({ link: state }),
  (times) => screens?.hearTimes(times),
);
takeLink();
// Who sits here will need all of this, so it is on its way while the table is first heard.
if (seating) {
  ahead("api/me");
  if (map) ahead(`api/map/${map}`);
  load();
}
