/** A small picture of a board, with what lies on it: to be known again, not to be tapped. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { mapView } from "./map.js";

export const miniature = (board, regions = {}) =>
  board ? html`<div class="miniature" aria-hidden="true">${mapView({ board, regions, fixed: true })}</div>` : nothing;
