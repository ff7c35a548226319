/** The table screen: what everybody may see, readable across the room. Nobody's secrets. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { get } from "../lib/ask.js";
import { hearTimes } from "../lib/clock.js";
import { noticeRoll, rolled } from "../lib/die.js";
import { icon } from "../lib/emblems.js";
import { settle } from "../lib/hand.js";
import { boardOf } from "../lib/map.js";
import { change, onChange, page } from "../lib/page.js";
import { listen } from "../lib/stream.js";
import { w } from "../lib/words.js";
import { finale } from "./finale.js";
import { fillSide, playing } from "./playing.js";
import { waiting } from "./waiting.js";
import { findWifi } from "./way.js";

const root = document.getElementById("app");

function screen() {
  if (!page.state) return html`<main><p>${w("link.connecting")}</p></main>`;
  switch (page.state.phase) {
    case "lobby":
      return waiting();
    case "reveal":
      return finale();
    default:
      return playing();
  }
}

function draw() {
  const why = ["lost", "full"].find((link) => link === page.link);
  render(
    html`${
      why ? html`<p class="link-lost" data-test=${why}>${icon("cut")} ${w(`link.${why}`)}</p>` : nothing
    }${screen()}${rolled()}`,
    root,
  );
  fillSide();
  settle(page.board);
}

let asked = null; // the board that was asked for

async function fetchBoard(id) {
  if (!id || asked === id) return;
  asked = id;
  try {
    const board = boardOf(await get(`api/map/${id}`));
    if (asked === id) change({ board });
  } catch {
    asked = null;
  }
}

function show(state) {
  change({ state });
  findWifi(state.table.wifi);
  fetchBoard(state.game?.map ?? state.lobby.shown);
}

/** What came while the die tumbles, the newest last: map and words wait until it has come to rest. */
let held = null;

function onState(state) {
  if (held) {
    held = state;
    return;
  }
  const wait = noticeRoll(page.state, state);
  if (!wait) {
    show(state);
    return;
  }
  held = state;
  setTimeout(() => {
    const next = held;
    held = null;
    show(next);
  }, wait);
}

onChange(draw);
// Letters have their own width once their font has come.
document.fonts.addEventListener("loadingdone", () => change());
listen(onState, (state) => page.link !== state && change({ link: state }), hearTimes);
