/** It is your turn: the phone says so once, and its screen stays on as long as somebody on it has something to do. */
import { keepAwake } from "./awake.js";
import { held, mover, onChange, page, seatOf, setting, waiting } from "../lib/page.js";
import { SIGNS } from "../lib/seats.js";
import { w } from "../lib/words.js";

const SHAKE = 200; // ms
const NOTES = [
  [660, 0],
  [880, 0.14],
]; // Hz, and seconds after the first
const LENGTH = 0.12; // seconds that a note lasts
const LOUD = 0.15; // of 1

let called = null;
let sounding = null;

export const shakes = () => "vibrate" in navigator;

/** The seat of this phone that is to do something: the one whose turn it is, or who is asked for something in it. */
function due() {
  if (page.state?.phase !== "play" || !page.me) return null;
  const seat = mover();
  return held(seat) ? seat : (waiting().find(held) ?? null);
}

function sound() {
  sounding ??= new AudioContext();
  for (const [pitch, after] of NOTES) {
    const tone = sounding.createOscillator();
    const volume = sounding.createGain();
    const start = sounding.currentTime + after;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(LOUD, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + LENGTH);
    tone.connect(volume).connect(sounding.destination);
    tone.start(start);
    tone.stop(start + LENGTH);
  }
}

/** Shakes and sounds as this phone's switches say; browsers allow either only after a touch. */
export function call() {
  if (setting("shake")) navigator.vibrate?.(SHAKE);
  if (setting("sound")) sound();
}

/** The phone's own bars take the colour of the seat. */
function paint(seat) {
  const bar = /** @type {HTMLMetaElement} */ (
    document.head.querySelector("meta.seat") ??
      Object.assign(document.createElement("meta"), { name: "theme-color", className: "seat" })
  );
  const place = document.querySelector("header.yours");
  if (seat === null || !place) return bar.remove();
  bar.content = getComputedStyle(place).getPropertyValue("--seat").trim();
  return document.head.prepend(bar);
}

function noteTurn() {
  const seat = due();
  const before = called;
  called = seat;
  keepAwake(seat !== null && setting("awake"));
  if (seat === before) return;
  document.title = seat === null ? w("title") : w("title.turn", { sign: SIGNS[seatOf(seat).shape] });
  // What is drawn comes after this.
  queueMicrotask(() => paint(seat));
  if (seat !== null && navigator.userActivation?.hasBeenActive !== false) call();
}

onChange(noteTurn);
