/** The page on which boards are made: those there are, a new one, and several laid together. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { told } from "../lib/told.js";
import { icon } from "../lib/emblems.js";
import { drafting, openDraft } from "./draft.js";
import { draftScreen } from "./draftscreen.js";
import { nameplate, turnsFor } from "./nameplate.js";
import { change, onChange, page } from "../lib/page.js";
import { get } from "../lib/ask.js";
import { keep } from "../lib/post.js";
import { photographing, photoScreen, takePicture } from "../lib/shot.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";

const root = document.getElementById("app");
const WIDTH = 1000; // board units; the height follows from the photo

/** What the table has: {made, all, faults}; the new board's fields; the islands being chosen. */
let shelf = null;
let fresh = { name: "", players: 2 };
let islands = null;

async function look() {
  try {
    const me = await get("api/me");
    shelf = { ...(await get("api/boards")), seated: me.seats.length > 0 };
  } catch {
    change({ told: { text: w("unreachable"), again: look, label: w("maker.again") } });
  }
  change();
}

/** An id that is free on the table as it is now: the name in small letters, numbered where it is taken. */
async function idOf(name) {
  await look();
  const plain =
    name
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 30) || "board";
  const taken = new Set([...shelf.made, ...shelf.all].map((each) => each.id));
  let id = plain;
  for (let number = 2; taken.has(id); number += 1) id = `${plain}-${number}`;
  return id;
}

async function begin(photo, height) {
  const { name, players, turns = turnsFor(players) } = fresh;
  const id = await idOf(name);
  openDraft(id, { name: name.trim(), players, turns, width: WIDTH, height, photo, spots: [], joins: [] }, look, idOf);
  fresh = { name: "", players: 2 };
}

async function withPhoto(event) {
  const [file] = event.target.files;
  await takePicture(file, {
    lay: "maker.use",
    use: async (picture, canvas) => {
      const answer = await keep("photo", "api/photo", "PUT", picture);
      if (answer) await begin(answer.photo, Math.max(100, Math.round((WIDTH * canvas.height) / canvas.width)));
      return answer;
    },
  });
  event.target.value = "";
}

async function edit(id) {
  try {
    const draft = await get(`api/boards/${id}`);
    if (draft.together) {
      islands = { id, name: draft.name, players: draft.players, turns: draft.turns, chosen: draft.together };
      change();
    } else openDraft(id, draft, look, idOf);
  } catch {
    change({ told: { text: w("maker.only"), again: null } });
  }
}

async function take(event) {
  const [file] = event.target.files;
  event.target.value = "";
  if (file && (await keep("import", "api/boards/import", "POST", new Blob([file], { type: "application/toml" }))))
    await look();
}

function newBoard() {
  const named = fresh.name.trim().length > 0;
  return html`<section class="card">
    <h2>${w("maker.new")}</h2>
    ${nameplate(
      fresh,
      (patch) => {
        fresh = { ...fresh, ...patch };
        change();
      },
      "board",
    )}
    <label class=${`button file ${named ? "" : "off"}`}
      >${icon("camera")} ${w("maker.photo")}
      <input type="file" accept="image/*" ?disabled=${!named} data-test="board-photo" @change=${withPhoto}
    /></label>
    <button class="quiet" ?disabled=${!named} data-test="board-bare" @click=${() => begin("", 600)}>
      ${w("maker.bare")}
    </button>
  </section>`;
}

function made(board) {
  return html`<li class="card made" data-test=${`made-${board.id}`}>
    <b>${board.name}</b><small>${w(board.ready ? "maker.ready" : "maker.unready", { count: board.regions })}</small>
    <div class="two">
      <button class="quiet" data-test=${`edit-${board.id}`} @click=${() => edit(board.id)}>${w("maker.edit")}</button>
      ${
        board.ready
          ? html`<a
              class="button"
              href=${`api/boards/${board.id}/map.toml`}
              download=${`${board.id}.toml`}
              data-test=${`export-${board.id}`}
              >${w("maker.export")}</a
            >`
          : nothing
      }
    </div>
    ${twice(
      `remove-${board.id}`,
      w("maker.remove"),
      w("maker.remove.sure", board),
      async () => (await keep("remove", `api/boards/${board.id}`, "DELETE", {})) && look(),
    )}
  </li>`;
}

function layIslands() {
  const { chosen } = islands;
  const toggle = (id) => {
    islands = { ...islands, chosen: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] };
    change();
  };
  const done = async () => {
    const body = {
      together: chosen,
      name: islands.name.trim(),
      players: islands.players,
      turns: islands.turns ?? turnsFor(islands.players),
    };
    if (!(await keep("islands", `api/boards/${islands.id ?? (await idOf(islands.name))}/islands`, "PUT", body))) return;
    islands = null;
    await look();
  };
  return html`<main class="page" data-test="screen-islands">
    <h1>${w("maker.islands")}</h1>
    <p>${w("maker.islands.lead")}</p>
    ${nameplate(
      islands,
      (patch) => {
        islands = { ...islands, ...patch };
        change();
      },
      "islands",
    )}
    ${shelf.all
      .filter((board) => board.id !== islands.id)
      .map(
        (board) =>
          html`<label class="option"
            ><input
              type="checkbox"
              .checked=${live(chosen.includes(board.id))}
              data-test=${`island-${board.id}`}
              @change=${() => toggle(board.id)}
            /><span>${board.name}</span></label
          >`,
      )}
    <button class="main" ?disabled=${chosen.length < 2 || !islands.name.trim()} data-test="islands-done" @click=${done}>
      ${w("maker.islands.do")}
    </button>
    <button
      class="quiet"
      @click=${() => {
        islands = null;
        change();
      }}
    >
      ${w("cancel")}
    </button>
  </main>`;
}

function shelfScreen() {
  if (!shelf) return html`<main class="page"><p>${w("link.connecting")}</p></main>`;
  if (!shelf.seated)
    return html`<main class="page">
      <h1>${w("maker.title")}</h1>
      <p class="notice" data-test="maker-sit">${w("maker.sit")}</p>
      <a class="button" href=".">${w("maker.back")}</a>
    </main>`;
  return html`<main class="page" data-test="screen-maker">
    <h1>${w("maker.title")}</h1>
    <p>${w("maker.lead")}</p>
    ${shelf.faults.map((text) => html`<p class="notice">${text}</p>`)}
    <ul class="plain">
      ${shelf.made.map(made)}
    </ul>
    ${newBoard()}
    <section class="card">
      <h2>${w("maker.more")}</h2>
      <label class="button file"
        >${icon("log")} ${w("maker.import")}<input type="file" accept=".toml" data-test="board-import" @change=${take}
      /></label>
      <button
        class="quiet"
        data-test="lay-islands"
        @click=${() => {
          islands = { name: "", players: 2, chosen: [] };
          change();
        }}
      >
        ${w("maker.islands")}
      </button>
    </section>
    <a class="button" href=".">${w("maker.back")}</a>
  </main>`;
}

function screen() {
  if (photographing()) return photoScreen();
  if (drafting()) return draftScreen();
  return islands ? layIslands() : shelfScreen();
}

page.state = { asks: [], seats: [], table: {} };
onChange(() => render(html`${told()}${screen()}`, root));
look();
