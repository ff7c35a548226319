/** Before the game: who plays, the way in for others, the board, and Begin; all else is folded away. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { boxPart } from "./box.js";
import { icon } from "../lib/emblems.js";
import { isleChoice } from "../lib/isles.js";
import { change, page, setting } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { w } from "../lib/words.js";
import { choice, question } from "./houserules.js";
import { bookPart, joinForm, startForm } from "./join.js";
import { languageChoice } from "./language.js";
import { notices } from "./notices.js";
import { teamsCard } from "./partners.js";
import { photoPart } from "./photo.js";
import { roundTable, seatList } from "./seating.js";

const set = (body) => tell("api/lobby", body);

/** Whether the game has begun on the table already. */
let underWay = false;

/** The table itself knows the pieces of a game under way, and goes on shuffling them. */
async function begin() {
  if (!underWay) return tell("api/start", {});
  if (page.state.lobby.dealing !== "table" && !(await set({ dealing: "table" }))) return null;
  const begun = await tell("api/start", {});
  if (begun) {
    underWay = false;
    setting("guide", true);
    change({ guide: 0 });
  }
  return begun;
}

export function invite() {
  const { address } = page.state.table;
  return html`<section class="card invite">
    <img src="qr.svg" alt=${address} width="200" height="200" />
    <p>${w("lobby.invite", { address })}</p>
  </section>`;
}

/** A part that is folded away: its name, and what is settled there now. */
const folded = (test, title, now, content) =>
  html`<details class="card folded" data-test=${test}>
    <summary>
      <span>${title}${now ? html`<small>${now}</small>` : nothing}</span>
    </summary>
    ${content}
  </details>`;

/** What is played with besides the first box: ticked by whoever owns it. */
function boxes({ boxes: all }) {
  // One box a tap: the next may come before the page has heard of the one before.
  const tick = (key, on) => set({ [on ? "add_box" : "drop_box"]: key });
  const chosen = all.filter((box) => box.chosen).map((box) => box.name);
  return folded(
    "boxes",
    w("lobby.boxes"),
    chosen.join(", "),
    html`${all.map(
      (box) =>
        html`<label class="option"
          ><input
            type="checkbox"
            .checked=${live(box.chosen)}
            data-test=${`box-${box.key}`}
            @change=${(event) => tick(box.key, event.target.checked)}
          /><span>${box.name}</span></label
        >`,
    )}`,
  );
}

const nameOfMap = ({ maps, map }) => maps.find(({ id }) => id === map)?.name;

function maps(lobby) {
  if (lobby.maps.length < 2) return nothing;
  return folded(
    "maps",
    w("lobby.map"),
    nameOfMap(lobby),
    lobby.maps.map((map) => choice("map", map.id, lobby.map, map.name, { map: map.id })),
  );
}

const dealing = (lobby) =>
  folded(
    "dealing",
    w("lobby.deal"),
    w(`lobby.deal.${lobby.dealing}`),
    ["companion", "table"].map((each) =>
      choice("dealing", each, lobby.dealing, w(`lobby.deal.${each}`), { dealing: each }),
    ),
  );

const tick = (test, checked, title, lead, apply) =>
  html`<label class="option"
    ><input
      type="checkbox"
      .checked=${live(checked)}
      data-test=${test}
      @change=${(event) => apply(event.target.checked)}
    /><span>${title}<small>${lead}</small></span></label
  >`;

function houseRules(lobby) {
  if (!lobby.options.length) return nothing;
  return folded(
    "options",
    w("lobby.options"),
    "",
    html`${lobby.options.map(question)}
    ${tick("advice-rule", lobby.advice, w("lobby.advice"), w("lobby.advice.lead"), (advice) => set({ advice }))}
    ${tick("clock", lobby.clock, w("lobby.clock"), w("lobby.clock.lead"), (clock) => set({ clock }))}
    ${
      page.state.table.button || lobby.button_yes
        ? tick("button-yes", lobby.button_yes, w("lobby.button"), w("lobby.button.lead"), (button_yes) =>
            set({ button_yes }),
          )
        : nothing
    }`,
  );
}

function alreadyBegun() {
  return folded(
    "begun",
    w("lobby.underway"),
    "",
    tick("under-way", underWay, w("lobby.underway"), w("lobby.underway.lead"), (on) => {
      underWay = on;
      change();
    }),
  );
}

/** An address that breaks, where it must, before its computer's name or its port, not within them. */
const broken = (address) => address.split(/(?<=:\/\/)|(?=:\d)/).map((part) => html`${part}<wbr />`);

/** The board on the table, and how others get here. */
function tableAndWay(lobby) {
  const { address } = page.state.table;
  const first = page.state.seats.find(({ id }) => id === lobby.start);
  return html`<section class="card ways-in">
    <figure>
      ${roundTable()}
      <figcaption>
        ${nameOfMap(lobby) ?? nothing}
        ${first ? html`<span class="first">${icon("crown")} ${w("lobby.starts", first)}</span>` : nothing}
      </figcaption>
    </figure>
    <figure class="invite">
      <img src="qr.svg" alt=${w("lobby.invite", { address })} width="132" height="132" />
      <figcaption>${broken(address)}</figcaption>
    </figure>
  </section>`;
}

/** One more player that the app plays. */
const addApp = ({ most }) =>
  html`<button
    class="add"
    data-test="add-app"
    ?disabled=${page.state.seats.length >= most}
    @click=${() => set({ level: "normal", name: w("app.name") })}
  >
    ${icon("plus")} ${w("app.add")}
  </button>`;

export function lobbyScreen() {
  const { lobby } = page.state;
  if (page.open === "join") {
    return html`<main class="page">
      ${joinForm()} <button class="quiet" @click=${() => change({ open: null })}>${w("cancel")}</button>
    </main>`;
  }
  return html`<main class="page lobby" data-test="screen-lobby">
    <header class="title"><h1>${w("lobby.title")}</h1></header>
    ${page.state.table.copy ? notices() : nothing}
    <section class="card">
      ${seatList()}
      <button class="add" data-test="add-player" @click=${() => startForm({ another: true })}>
        ${icon("plus")} ${w("lobby.add")}
      </button>
      ${lobby.app_out ? html`<p class="hint" data-test="app-out">${lobby.app_out}</p>` : addApp(lobby)}
    </section>
    ${page.state.table.copy ? nothing : notices()} ${tableAndWay(lobby)}
    ${lobby.notes.map((note) => html`<p class="notice" data-test="note">${note}</p>`)} ${isleChoice(lobby.isles, set)}
    ${teamsCard()}
    <div class="doing">
      ${lobby.why_not ? html`<p class="notice" data-test="why-not">${lobby.why_not}</p>` : nothing}
      <button class="main" data-test="start" ?disabled=${!lobby.ready} @click=${begin}>
        ${w(underWay ? "lobby.enter" : "lobby.start")}
      </button>
    </div>
    ${boxes(lobby)} ${maps(lobby)} ${dealing(lobby)} ${houseRules(lobby)} ${alreadyBegun()} ${bookPart()}
    ${lobby.map ? html`${photoPart()}${boxPart(["lay_out"])}` : nothing}
    <section class="card">
      <a class="wide" href="rules" data-test="to-rules">${icon("log")} ${w("rules")}</a>
      <a class="wide" href="games" data-test="to-games">${icon("crown")} ${w("more.games")}</a>
      <a class="wide" href="maker" data-test="to-maker">${icon("map")} ${w("lobby.maker")}</a>
    </section>
    ${languageChoice()}
  </main>`;
}
