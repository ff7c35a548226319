/** The column of combos, their rules, and the races in play. */
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { icon } from "./emblems.js";
import { ruleLine } from "./explain.js";
import { change, focus, game, offersOf, page, seatOf } from "./page.js";
import { act } from "./post.js";
import { pilesCard } from "./piles.js";
import { seatMark } from "./seats.js";
import { wholeButton } from "./whole.js";
import { w } from "./words.js";

const toggle = (key) => change({ open: page.open === key ? null : key });

export function comboSign({ race, power, declined }) {
  return html`<span class=${`combo-sign ${declined ? "declined" : ""}`}>${power ? icon(power) : nothing}${icon(race)}</span>`;
}

function combo(each, pick, picking) {
  const key = `combo-${each.place}`;
  const open = page.open === key;
  return html`<li class=${`combo ${open ? "open" : ""}`}>
    <button class="face" aria-expanded=${open} data-test=${key} @click=${() => toggle(key)}>
      ${comboSign(each)}
      <span class="name"><b>${each.name}</b><small>${[w("column.tokens", { count: each.tokens }), each.faction].filter(Boolean).join(" · ")}</small></span>
      <span class="price">${each.price ? w("column.price", { count: each.price }) : w("column.free")}
        ${each.coins ? html`<small class="gain">${icon("coin")} ${w("column.coins", { count: each.coins })}</small>` : nothing}</span>
    </button>
    ${open ? html`<div class="rules">${each.rules.map(ruleLine)}
      ${pick ? html`<button class="main" data-test=${`pick-${each.place}`} @click=${() => act(pick)}>${pick.label}</button>` : nothing}
      ${picking && !pick ? html`<p class="notice">${w("column.poor")}</p>` : nothing}</div>` : nothing}
  </li>`;
}

export function columnScreen() {
  const seat = focus();
  const picks = seat === null ? [] : offersOf(seat).filter((offer) => offer.kind === "pick");
  const { column, bands } = game();
  return html`<main class="page column" data-test="screen-column">
    <h1>${w("column.title")}</h1>
    ${seat === null ? nothing : wholeButton(offersOf(seat))}
    ${column.length ? html`<p>${w("column.lead")}</p>
      <ol class="plain">${column.map((each) => combo(each, picks.find((offer) => offer.command.place === each.place), picks.length > 0))}</ol>`
      : html`<p class="notice">${w("column.empty")}</p>`}
    ${bands.length ? html`<h2>${w("column.inplay")}</h2>
      <ul class="plain">${bands.map((band) => html`<li class="combo">
        <button class="face" aria-expanded=${page.open === `band-${band.id}`} data-test=${`band-${band.id}`} @click=${() => toggle(`band-${band.id}`)}>
          ${comboSign(band)}<span class="name"><b>${band.name}</b>
            <small>${[band.declined ? w("column.declined") : "", band.faction].filter(Boolean).join(" · ")}</small></span>
          <span class="owner">${seatMark(seatOf(band.seat))}${seatOf(band.seat).name}</span></button>
        ${page.open === `band-${band.id}` ? html`<div class="rules">${band.rules.map(ruleLine)}</div>` : nothing}
      </li>`)}</ul>` : nothing}
    ${pilesCard()}
  </main>`;
}
