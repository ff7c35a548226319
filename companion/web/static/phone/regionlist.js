/** The board as a list of regions in reading order: the other way in, and the walk that checks the board. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "../lib/emblems.js";
import { change, game, page, seatOf } from "../lib/page.js";
import { seatMark } from "../lib/seats.js";
import { countOf } from "../lib/maptokens.js";
import { openSheet } from "./sheet.js";
import { w } from "../lib/words.js";

const numberOf = (region) => String(Number(region.id.replace(/\D/g, "")));

/** What stands in a region, with the same count as on the map. */
function lying(lies, mark) {
  const seat = seatOf(lies.seat);
  const said = mark?.count === undefined ? lies : { tokens: mark.count };
  return html`<span class="lying">
    ${
      (lies.band ?? null) === null
        ? nothing
        : html`<span class=${`tokens c-${seat?.colour ?? "grey"} ${lies.declined ? "declined" : ""}`}>
            ${seat ? seatMark(seat) : nothing}${icon(lies.race)}<b>${countOf({ ...said, stays: mark?.stays })}</b></span
          >`
    }
    ${lies.tribe ? html`<span class="tokens">${icon("tribe")}<b>${lies.tribe}</b></span>` : nothing}
    ${lies.markers.map(
      ({ kind, count }) =>
        html`<span class="tokens">${icon(kind)}${count > 1 ? html`<b>${count}</b>` : nothing}</span>`,
    )}</span
  >`;
}

function rowOf(region, mark, onTap) {
  const lies = game().regions[region.id];
  const label = [lies.text, mark?.label].filter(Boolean).join(", ");
  return html`<li class=${mark?.can ?? ""}>
    <button
      class="region"
      aria-label=${label}
      data-test=${`row-${region.id}`}
      data-can=${mark?.can ?? nothing}
      @click=${() => onTap(region.id)}
    >
      <span class=${`swatch t-${region.terrain}`}><b>${numberOf(region)}</b></span>
      <span class="signs"
        >${region.terrain === "mountain" ? icon("mountain") : nothing}${region.symbols.map((key) => icon(key))}</span
      >
      ${lying(lies, mark)}
      ${
        mark?.price === undefined
          ? nothing
          : html`<span class=${`costs ${mark.chance?.startsWith("0/") ? "never" : ""}`}
              >${mark.price}${
                mark.chance && !mark.chance.startsWith("0/") ? html`<small>${mark.chance}</small>` : nothing
              }</span
            >`
      }
    </button>
    ${
      onTap === openSheet
        ? nothing
        : html`<button
            class="round"
            aria-label=${w("list.look", { what: lies.text })}
            data-test=${`look-${region.id}`}
            @click=${() => openSheet(region.id)}
          >
            ${icon("more")}
          </button>`
    }
  </li>`;
}

/** All regions; a tap does what it does on the map, and the dots look closer. */
export function regionList({ board, marks = {}, onTap }) {
  return html`<ol class="plain regions" aria-label=${w("map.label")} data-test="region-list">
    ${board.regions.map((region) => rowOf(region, marks[region.id], onTap))}
  </ol>`;
}

/** The walk over the real board: whatever differs is tapped, and put right with a second tap. */
export function checkScreen() {
  return html`<div class="scroll">
    <main class="page" data-test="screen-check">
      <h1>${w("check.title")}</h1>
      <p>${w("check.lead")}</p>
      ${page.board ? regionList({ board: page.board, onTap: openSheet }) : nothing}
      <button class="main" data-test="check-done" @click=${() => change({ checking: false })}>
        ${w("check.done")}
      </button>
    </main>
  </div>`;
}
