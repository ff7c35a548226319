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

/** What went over the tray's line last, beneath the first that is said of the tray. */
function frames(each) {
  if (!found.frames.length || found.findings.find(({ part }) => part === "tray") !== each) return nothing;
  return html`<details>
    <summary>${w("status.frames")}</summary>
    <ol class="plain" data-test="frames">
      ${found.frames.map((frame) => html`<li><code>${frame}</code></li>`)}
    </ol>
  </details>`;
}

/** A finding; what else is said of the same part is not titled again. */
function finding(each, place, all) {
  const { part, name, well, says, do: todo } = each;
  const sign = icon(well ? "check" : "close", w(well ? "status.well" : "status.ill"));
  const more = all[place - 1]?.name === name;
  return html`<section class=${`card finding ${well ? "well" : "ill"}`} data-test=${`status-${part}`} data-well=${well}>
    ${more ? nothing : html`<h2>${sign} ${name}</h2>`}
    <p>${more ? sign : nothing} ${says}</p>
    ${todo ? html`<p class="todo">${todo}</p>` : nothing}
    ${part === "button" && found.button ? live(found.button) : nothing}
    ${part === "tray" && well && found.tray ? happened(found.tray.recent, "knocks") : nothing}
    ${part === "tray" && well && found.tray ? teaching(found.tray, look) : nothing} ${frames(each)}
    ${
      (part === "light" && found.light) || (part === "tray" && well && found.tray)
        ? html`<button
            class="quiet"
            data-test=${`blink-${part}`}
            @click=${() => tell("api/status/light", {}).then(look)}
          >
            ${w("status.blink")}
          </button>`
        : nothing
    }
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

function draw() {
  render(
    html`<main>
      <a class="back" href="." data-test="back">${w("status.back")}</a>
      <h1>${w("status.title")}</h1>
      ${lost ? html`<p class="link-lost" role="status">${icon("cut")} ${w("link.lost")}</p>` : nothing}
      ${found ? found.findings.map(finding) : html`<p>${w("link.connecting")}</p>`}
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
