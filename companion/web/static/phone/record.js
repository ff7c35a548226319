/** Putting right what was done in this turn: how far it has come, what was attacked and lay there, what was used. */
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { icon } from "../lib/emblems.js";
import { bandOf, change, game, nameOf, page, seatOf } from "../lib/page.js";
import { enter } from "../lib/post.js";
import { seatMark } from "../lib/seats.js";
import { w } from "../lib/words.js";

/** Whether a region is being added to those that were attacked. */
let adding = false;

const set = (patch) => enter({ type: "set_record", ...patch });
const attacks = () => game().record.attacks.map(({ attack }) => attack);

/** The list with one attack changed, or without it where it becomes null. */
const instead = (at, attack) =>
  set({ attacks: attacks().flatMap((each, place) => (place !== at ? [each] : attack ? [attack] : [])) });

async function add(region) {
  const { record, turn } = game();
  const attack = { band: turn.band || record.bands[0], region, ...record.lay[0].was };
  if (await set({ attacks: [...attacks(), attack] })) adding = false;
  change();
}

function chips(label, choices) {
  return html`<div class="chips" role="group" aria-label=${label}>
    ${choices.map(
      ({ key, text, chosen, tap }) =>
        html`<button
          class=${chosen ? "chosen" : ""}
          aria-pressed=${Boolean(chosen)}
          data-test=${key}
          @click=${() => chosen || tap()}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}

/** What lay on a region before it was attacked: nobody, a Lost Tribe, somebody's race. */
function lay({ attack, text, lay: now }, at) {
  const { record, bands } = game();
  const known = record.lay.filter(({ key }) => key !== String(attack.band));
  const sign = (key) => (key === "tribe" ? icon("tribe") : icon(bands.find((band) => String(band.id) === key)?.race));
  const choices = known.map((each) => ({
    key: `lay-${attack.region}-${each.key}`,
    text: html`${
        each.seat >= 0 ? seatMark(seatOf(each.seat)) : nothing
      }${each.key === "nothing" ? nothing : sign(each.key)}<span>${each.text}</span>`,
    chosen: each.key === now,
    tap: () => instead(at, { ...attack, ...each.was }),
  }));
  const gone =
    now === "gone"
      ? [
          {
            key: `lay-${attack.region}-gone`,
            text: w("record.gone", { name: nameOf(attack.against_seat) }),
            chosen: true,
          },
        ]
      : [];
  return chips(w("record.lay", { region: text }), [...gone, ...choices]);
}

function attackView(each, at) {
  const { attack, text } = each;
  const several = game().record.bands.length > 1;
  return html`<li class="attacked" data-test=${`attacked-${attack.region}`}>
    <p>
      ${several ? icon(bandOf(attack.band)?.race) : nothing}<b>${text}</b>
      <button
        class="link"
        data-test=${`won-${attack.region}`}
        @click=${() => instead(at, { ...attack, won: !attack.won })}
      >
        ${w(attack.won ? "record.won" : "record.vain")}
      </button>
      <button
        class="round"
        aria-label=${w("record.not", { region: text })}
        data-test=${`unattack-${attack.region}`}
        @click=${() => instead(at, null)}
      >
        ${icon("close")}
      </button>
    </p>
    <small>${w("record.there")}</small>${lay(each, at)}
  </li>`;
}

/** The regions of the map by number: those the race stands on first. */
function regionGrid() {
  const { record, turn, regions } = game();
  const band = turn.band || record.bands[0];
  const done = new Set(
    attacks()
      .filter((each) => each.band === band)
      .map((each) => each.region),
  );
  const all = (page.board?.regions ?? []).filter(({ id }) => !done.has(id));
  const own = all.filter(({ id }) => regions[id].band === band);
  const rest = all.filter(({ id }) => regions[id].band !== band);
  const grid = (those) =>
    html`<div class="numbers">
      ${those.map(
        ({ id }) =>
          html`<button aria-label=${regions[id].text} data-test=${`attack-${id}`} @click=${() => add(id)}>
            ${Number(id.slice(1))}
          </button>`,
      )}
    </div>`;
  return html`<p class="lead">${w("record.which")}</p>
    ${own.length ? grid(own) : nothing}
    ${rest.length ? html`<small>${w("record.elsewhere")}</small>${grid(rest)}` : nothing}
    <button
      class="quiet"
      @click=${() => {
        adding = false;
        change();
      }}
    >
      ${w("cancel")}
    </button>`;
}

export function recordPart() {
  const { record, turn } = game();
  if (!record) return nothing;
  const name = nameOf(turn.seat);
  return html`<p class="hint">${w("record.lead", { name })}</p>
    <h4>${w("record.stage")}</h4>
    ${chips(
      w("record.stage"),
      record.stages.map(({ key, text }) => ({
        key: `stage-${key}`,
        text,
        chosen: key === turn.stage,
        tap: () => set({ stage: key }),
      })),
    )}
    ${
      record.bands.length > 1 && turn.band
        ? html`<h4>${w("record.band")}</h4>
            ${chips(
              w("record.band"),
              record.bands.map((id) => ({
                key: `acts-${id}`,
                text: html`${icon(bandOf(id).race)}<span>${bandOf(id).name}</span>`,
                chosen: id === turn.band,
                tap: () => set({ band: id }),
              })),
            )}`
        : nothing
    }
    <h4>${w("record.attacks")}</h4>
    <ul class="plain">
      ${record.attacks.map(attackView)}
    </ul>
    ${record.attacks.length ? nothing : html`<p>${w("record.none")}</p>`}
    ${
      !record.bands.length
        ? nothing
        : adding
          ? regionGrid()
          : html`<button
              class="quiet"
              data-test="attack-add"
              @click=${() => {
                adding = true;
                change();
              }}
            >
              ${icon("plus")} ${w("record.add")}
            </button>`
    }
    <h4>${w("record.used")}</h4>
    ${record.used.map(
      ({ key, label, value }) =>
        html`<label class="option"
          ><input
            type="checkbox"
            .checked=${live(value)}
            data-test=${`used-${key}`}
            @change=${(event) => set({ used: { [key]: event.target.checked } })}
          /><span>${label}</span></label
        >`,
    )}
    ${
      record.rolls
        ? html`<h4>${w("record.pips")}</h4>
            ${chips(
              w("record.pips"),
              [-1, 0, 1, 2, 3].map((pips) => ({
                key: `pips-${pips}`,
                text: pips < 0 ? w("record.pips.none") : pips,
                chosen: pips === (record.pips ?? -1),
                tap: () => set({ pips }),
              })),
            )}`
        : nothing
    }`;
}
