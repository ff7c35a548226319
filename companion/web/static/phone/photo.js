/** The photo of the printed board under the map: taken on one phone, seen on all. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { boardOf } from "../lib/map.js";
import { change, page, setting } from "../lib/page.js";
import { get } from "../lib/ask.js";
import { layPhoto } from "../lib/post.js";
import { takePicture } from "../lib/shot.js";
import { twice } from "../lib/twice.js";
import { w } from "../lib/words.js";

/** The id of the map the photo is for. */
const mapId = () => page.state.game?.map ?? page.state.lobby.map;

async function picked(event) {
  const [file] = event.target.files;
  const map = mapId();
  try {
    const board = boardOf(await get(`api/map/${map}`));
    await takePicture(file, { board, lay: "photo.lay", use: (picture) => layPhoto(map, picture) });
  } catch {
    change({ told: { text: w("unreachable"), again: null } });
  }
  event.target.value = "";
}

/** The way in, in the lobby and later: take a photo, show the drawing instead, take the photo away. */
export function photoPart() {
  const { photo } = page.state.table;
  const seated = page.me?.seats.length > 0;
  return html`<section class="card" data-test="photo-part">
    <h2>${w("photo.title")}</h2>
    <p class="hint">${w(photo ? "photo.there" : "photo.lead")}</p>
    ${
      seated
        ? html`<label class="quiet file"
            >${icon("camera")} ${w(photo ? "photo.anew" : "photo.take")}
            <input type="file" accept="image/*" data-test="photo-file" @change=${picked}
          /></label>`
        : nothing
    }
    ${
      photo || page.board?.pictures?.length
        ? html`<label class="option"
            ><input
              type="checkbox"
              .checked=${live(setting("drawn") ?? false)}
              data-test="setting-drawn"
              @change=${(event) => setting("drawn", event.target.checked)}
            /><span>${w("photo.drawn")}</span></label
          >`
        : nothing
    }
    ${
      photo && seated
        ? twice("photo-away", w("photo.away"), w("photo.away.sure"), () => layPhoto(mapId(), null))
        : nothing
    }
  </section>`;
}
