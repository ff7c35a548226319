/** The way in: the page's code, and on the Pi's own hotspot the Wi-Fi's before it. */
import { get } from "../lib/ask.js";
import { change, here, page } from "../lib/page.js";
import { w } from "../lib/words.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";

/** The hotspot's name and password, while it is on and this screen is one that may show them. */
let wifi = null;
let network = null; // the hotspot whose password was asked for

/** Asks for the hotspot's password once each time it comes on. Whoever is neither on it nor sits here is refused. */
export async function findWifi(name) {
  if (network === name) return;
  network = name;
  wifi = null;
  try {
    if (name) wifi = await get("api/wifi");
  } catch (error) {
    if (!error.status) network = null;
  }
  change();
}

/** During a game the codes are there for those who can still come: on the hotspot, or while a seat is free. */
export const isOpen = () => Boolean(wifi) || page.state.seats.some((seat) => !seat.left && !seat.phone && !seat.level);

export const links = () =>
  html`<a href="rules">${w("rules")}</a>${here() ? html` · <a href="dice">${w("more.dice")}</a>` : nothing}`;

/** The codes, in one step or two. */
export function way() {
  const { address } = page.state.table;
  const open = html`<figure class="way">
    <img src=${`qr.svg?${address}`} alt=${address} data-test="qr" />
    <figcaption>
      <b>${w(wifi ? "table.then" : "table.scan")}</b><span>${w("table.or")} <code>${address}</code></span>
    </figcaption>
  </figure>`;
  if (!wifi) return open;
  return html`<div class="ways" data-test="two-steps">
    <figure class="way">
      <img src="card/wifi.svg" alt=${wifi.name} data-test="qr-wifi" />
      <figcaption>
        <b>${w("table.join")}</b><span>${w("table.network")} <code>${wifi.name}</code></span>
        <span>${w("table.password")} <code>${wifi.password}</code></span>
      </figcaption>
    </figure>
    ${open}
  </div>`;
}
