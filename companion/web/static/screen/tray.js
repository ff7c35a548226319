/** Teaching the dice tray a magnetic die: lay each face down once, and tap what it shows. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { face } from "../lib/die.js";
import { icon } from "../lib/emblems.js";
import { page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { w } from "../lib/words.js";

let refused = null;

async function say(path, body, look) {
  await tell(path, body);
  refused = page.told?.text ?? null;
  await look();
}

function laid(level, pips, look) {
  const known = level !== null;
  return html`<button
    class=${known ? "laid" : ""}
    data-test=${`lay-${pips}`}
    aria-label=${w(known ? "tray.laid" : "tray.lay", { count: pips })}
    @click=${() => say("api/tray/face", { pips }, look)}
  >
    ${face(pips)}${known ? icon("check") : nothing}
  </button>`;
}

/** What the tray was taught, and how to teach it; `look` asks the table again. */
export function teaching({ mode, levels, alike, ready, level }, look) {
  const reads = mode === "magnets";
  return html`<details data-test="teaching">
    <summary>${w("tray.magnets")}</summary>
    <p>${w("tray.lead")}</p>
    ${level === null ? nothing : html`<p data-test="tray-level">${w("status.level", { level })}</p>`}
    <div class="faces">${levels.map((level, pips) => laid(level, pips, look))}</div>
    ${
      alike
        ? html`<p class="todo" data-test="tray-alike">${w("tray.alike", { one: alike[0], other: alike[1] })}</p>`
        : nothing
    }
    ${refused ? html`<p class="todo" role="alert" data-test="tray-refused">${refused}</p>` : nothing}
    ${reads ? html`<p data-test="tray-reads">${icon("check")} ${w("tray.reads")}</p>` : nothing}
    ${
      reads || ready
        ? html`<button
            data-test="tray-mode"
            @click=${() => say("api/tray/mode", { mode: reads ? "number" : "magnets" }, look)}
          >
            ${w(reads ? "tray.knock" : "tray.read")}
          </button>`
        : nothing
    }
    ${
      levels.some((level) => level !== null)
        ? html`<button data-test="tray-forget" @click=${() => say("api/tray/forget", {}, look)}>
            ${w("tray.forget")}
          </button>`
        : nothing
    }
  </details>`;
}
