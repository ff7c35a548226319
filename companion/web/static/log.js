/** What happened, newest first; from any row on it can be taken back. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { explain } from "./explain.js";
import { change, game, page } from "./page.js";
import { openPast } from "./past.js";
import { get, takeBack } from "./post.js";
import { w } from "./words.js";

/** What a race or a power is called. */
const nameOfKey = (key) => game()?.tray.find(({ race }) => race === key)?.name ?? game()?.badges.find(({ power }) => power === key)?.name ?? "";

let all = null;

async function showAll() {
  try {
    const answer = await get("/api/log");
    all = { version: page.state.version, rows: answer.log ?? answer };
    change();
  } catch (error) {
    change({ told: { text: error.status ? error.message : w("unreachable") } });
  }
}

function row(each) {
  const key = `row-${each.row}`;
  const open = page.open === key;
  return html`<li class=${each.state ? "gone" : ""}>
    <button class="entry" aria-expanded=${open} data-test=${key} @click=${() => change({ open: open ? null : key })}>
      ${each.text}${each.by ? html` <small>${each.by}</small>` : nothing}${each.state ? html` <small>(${each.state})</small>` : nothing}</button>
    ${open && each.about.length ? html`<div class="chips">${each.about.map((about) => html`<button data-test=${`about-${about}`}
      @click=${() => explain(about)}>${icon(about)}<span>${nameOfKey(about)}</span></button>`)}</div>` : nothing}
    ${open && each.sheet && !each.state && page.me.seats.length ? html`<button class="quiet" data-test=${`past-${each.row}`}
      @click=${() => openPast(each.row)}>${icon("log")} ${w("log.past")}</button>` : nothing}
    ${open && !each.state && page.me.seats.length ? html`<button class="quiet" data-test=${`back-${each.row}`}
      @click=${() => takeBack(each.row)}>${icon("undo")} ${w("log.back")}</button>` : nothing}
  </li>`;
}

export function logScreen() {
  const rows = all?.version === page.state.version ? all.rows : page.state.log;
  return html`<main class="page log" data-test="screen-log">
    <h1>${w("log.title")}</h1>
    ${rows.length ? html`<ol class="plain rows">${rows.map(row)}</ol>` : html`<p>${w("log.empty")}</p>`}
    ${rows === page.state.log ? html`<button class="quiet" data-test="log-all" @click=${showAll}>${w("log.all")}</button>` : nothing}
  </main>`;
}
