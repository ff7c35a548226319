/** Boards that lie apart on the table: one of them fills the map at a time, a swipe or a tap goes to another. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { isleShown, toIsle } from "./maplook.js";
import { w } from "./words.js";

/** The islands of a map, each a frame in board units with the ids of its regions; one where all hangs together. */
export function islesOf(regions) {
  const byId = Object.fromEntries(regions.map((region) => [region.id, region]));
  const found = [];
  for (const { id } of regions) {
    if (found.some((isle) => isle.ids.has(id))) continue;
    const ids = new Set([id]);
    for (const each of ids) byId[each].adjacent.forEach((other) => ids.add(other));
    const corners = [...ids].flatMap((each) => byId[each].outline);
    const ends = (axis) => [
      Math.min(...corners.map((corner) => corner[axis])),
      Math.max(...corners.map((corner) => corner[axis])),
    ];
    const [[left, right], [top, low]] = [ends(0), ends(1)];
    found.push({ ids, x: left, y: top, width: right - left, height: low - top });
  }
  return found;
}

/** A button for each island; a dot says that something can be had there. */
export function isleTabs(board, marks) {
  if (board.isles.length < 2) return nothing;
  return html`<div class="isles" data-test="isles">
    ${board.isles.map(
      (isle, number) =>
        html` <button
          aria-current=${isleShown(board) === number ? "true" : nothing}
          data-test=${`isle-${number}`}
          aria-label=${w("map.isle", { number: number + 1 })}
          @click=${() => toIsle(board, number)}
        >
          ${number + 1}${[...isle.ids].some((id) => marks[id]?.can) ? html`<i class="dot"></i>` : nothing}
        </button>`,
    )}
  </div>`;
}

/** In the lobby: which of the practice islands lie on the table, drawn by chance or tapped. */
export function isleChoice(isles, set) {
  if (!isles.length) return nothing;
  return html`<section class="card" data-test="isle-choice">
    <h2>${w("lobby.isles")}</h2>
    <p>${w("lobby.isles.lead")}</p>
    <div class="isle-choice">
      ${isles.map(
        (isle) =>
          html`<button
            class="quiet"
            aria-pressed=${isle.chosen ? "true" : "false"}
            data-test=${`face-${isle.id}`}
            @click=${() => set({ island: isle.id })}
          >
            ${isle.name}
          </button>`,
      )}
    </div>
    <button data-test="isles-draw" @click=${() => set({ island: "" })}>${icon("undo")} ${w("lobby.isles.draw")}</button>
  </section>`;
}
