/** Tells the Pi the home's Wi-Fi and, when the hotspot is back or was left for good, what came of it. */
const form = /** @type {HTMLFormElement} */ (document.getElementById("home"));
const told = document.getElementById("told");
const AGAIN = 2000; // ms
const PATIENCE = 5000; // ms
let trying = false;
/** What the table said last: only its news takes the place of what stands there, such as why it takes no such name. */
let said = "";

/** While it is tried the hotspot is gone; a phone that comes back to it hears how it went. */
async function look() {
  const answer = await fetch("api/wifi/home", { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (found) {
    if (found.says !== said) told.textContent = said = found.says;
    trying = Boolean(found.name) && found.works === null;
    form.querySelector("button").disabled = trying;
  } else if (trying) told.textContent = told.dataset.away;
  setTimeout(look, AGAIN);
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(form));
  const answer = await fetch("api/wifi/home", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name, password }),
  }).catch(() => null);
  if (answer?.ok) {
    trying = true;
    said = "";
  } else told.textContent = answer ? (await answer.json()).error : told.dataset.unreachable;
});
look();

// A module, whose names are its own.
export {};
