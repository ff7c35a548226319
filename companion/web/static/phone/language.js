/** The language this phone speaks, whatever its browser asks for. */
import { html } from "../vendor/lit-html/lit-html.js";
import { language, languages, speak, w } from "../lib/words.js";

/** Every language by its own name, for who cannot read the one that is shown. */
export function languageChoice() {
  return html`<label class="field"
    >${w("language")}
    <select data-test="language" @change=${(event) => speak(event.target.value)}>
      ${Object.entries(languages).map(
        ([tag, name]) => html`<option value=${tag} lang=${tag} ?selected=${tag === language}>${name}</option>`,
      )}
    </select></label
  >`;
}
