/** The switch of the Pi's own Wi-Fi. It cuts phones off, so it says first what will be and asks once more. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { change, page } from "../lib/page.js";
import { tell } from "../lib/post.js";
import { w } from "../lib/words.js";

const KEY = "hotspot";
let refused = null;

async function turn(on, look) {
  await tell("api/status/hotspot", { on });
  refused = page.told?.text ?? null;
  await look();
}

function sure(on, look) {
  return html`<p>${w(on ? "hotspot.before_on" : "hotspot.before_off")}</p>
    ${
      on
        ? html`<p class="codes">
            ${["wifi", "page"].map(
              (name, step) =>
                html`<img
                  src=${`card/${name}.svg`}
                  alt=${w(`hotspot.${name}`)}
                  width="140"
                  height="140"
                  data-test=${`code-${step + 1}`}
                />`,
            )}
          </p>`
        : nothing
    }
    <button class="grave" data-test="hotspot-sure" @click=${() => turn(on, look)}>
      ${w(on ? "hotspot.on_now" : "hotspot.off_now")}
    </button>`;
}

/** `look` asks the table again. */
export function hotspotSwitch({ here, on, busy }, look) {
  if (!here) return nothing;
  const open = page.open === KEY;
  return html`${
      busy
        ? nothing
        : html`<details
            ?open=${open}
            data-test="hotspot-switch"
            @toggle=${(event) => change({ open: event.target.open ? KEY : null })}
          >
            <summary>${w(on ? "hotspot.off" : "hotspot.on")}</summary>
            ${sure(!on, look)}
          </details>`
    }
    ${refused ? html`<p class="todo" role="alert" data-test="hotspot-refused">${refused}</p>` : nothing}
    <p><a class="back" href="card?of=hotspot" data-test="to-card">${w("hotspot.card")}</a></p>
    <p><a class="back" href="wifi" data-test="to-wifi">${w("join.wifi")}</a></p>`;
}
