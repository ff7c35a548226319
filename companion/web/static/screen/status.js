/** What is connected: asked for again and again while somebody looks, so that each press is seen as it happens. */
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { hotspotSwitch } from "./hotspot.js";
import { get } from "../lib/ask.js";
import { tell } from "../lib/post.js";
import { teaching } from "./tray.js";
import { w } from "../lib/words.js";

const root = document.getElementById("app");
const AGAIN = 700; // ms
let found = null;
let lost = false;
let asking = 0;

/** What went over the tray's line last. */
function frames() {
  if (!found.frames.length) return nothing;
  return html`<details>
    <summary>${w("status.frames")}</summary>
    <ol class="plain" data-test="frames">
      ${found.frames.map((frame) => html`<li><code>${frame}</code></li>`)}
    </ol>
  </details>`;
}

/** What a tray does and was taught, if there is one. */
function tray() {
  if (!found.tray) return frames();
  return html`${happened(found.tray.recent, "knocks")} ${teaching(found.tray, look)} ${frames()}`;
}

/** Light and tray can blink, to be told from others. */
const blink = (part) =>
  html`<button class="quiet" data-test=${`blink-${part}`} @click=${() => tell("api/status/light", {}).then(look)}>
    ${w("status.blink")}
  </button>`;

const sign = (well) => icon(well ? "check" : "close", w(well ? "status.well" : "status.ill"));

/** A part: its name, all that was found about it, and what can be seen and done there. */
function card(part) {
  const all = found.findings.filter((each) => each.part === part);
  const well = all.every((each) => each.well);
  return html`<section class=${`card finding ${well ? "" : "ill"}`} data-test=${`status-${part}`} data-well=${well}>
    <h2>${sign(well)} ${all[0].name}</h2>
    ${all.map(
      (each) =>
        html`<div class=${each.well ? "said" : "said ill"} data-test="said">
          <p>${all.length > 1 ? sign(each.well) : nothing} ${each.says}</p>
          ${each.do ? html`<p class="todo">${each.do}</p>` : nothing}
        </div>`,
    )}
    ${part === "button" && found.button ? live(found.button) : nothing} ${part === "tray" ? tray() : nothing}
    ${(part === "light" && found.light) || (part === "tray" && found.tray) ? blink(part) : nothing}
    ${part === "hotspot" && found.hotspot ? hotspotSwitch(found.hotspot, look) : nothing}
  </section>`;
}

function live({ down, recent }) {
  return html`<p class=${`contact ${down ? "down" : ""}`} data-test="contact">
      ${icon("by-button")} ${w(down ? "status.down" : "status.up")}
    </p>
    ${happened(recent, "recent")}`;
}

/** What happened last to a button or a tray, the newest first. */
function happened(recent, name) {
  return html`<ol class="plain" data-test=${name}>
    ${recent.map(
      (each) => html`<li>${each.text} <small>${w("status.ago", { count: Math.round(each.ago) })}</small></li>`,
    )}
  </ol>`;
}

const parts = () => [...new Set(found.findings.map(({ part }) => part))];

function draw() {
  render(
    html`<main>
      <a class="back" href="." data-test="back">${w("status.back")}</a>
      <h1>${w("status.title")}</h1>
      ${lost ? html`<p class="link-lost" role="status">${icon("cut")} ${w("link.lost")}</p>` : nothing}
      ${found ? parts().map(card) : html`<p>${w("link.connecting")}</p>`}
      <p><small>${w("status.terminal")}</small></p>
    </main>`,
    root,
  );
}

async function look() {
  clearTimeout(asking);
  if (document.visibilityState !== "visible") return;
  try {
    found = await get("api/status");
    lost = false;
  } catch {
    lost = true;
  }
  draw();
  asking = setTimeout(look, AGAIN);
}

document.addEventListener("visibilitychange", look);
draw();
look();
