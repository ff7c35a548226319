/** Tells the Pi the home's Wi-Fi and, when the hotspot is back or was left for good, what came of it. */
const form = /** @type {HTMLFormElement} */ (document.getElementById("home"));
const told = document.getElementById("told");
const AGAIN = 2000; // ms

/** While it is tried the hotspot is gone; a phone that comes back to it hears how it went. */
async function look() {
  const answer = await fetch("api/wifi/home").catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (found) told.textContent = found.says;
  form.querySelector("button").disabled = Boolean(found?.name) && found.works === null;
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
  if (!answer?.ok) told.textContent = answer ? (await answer.json()).error : told.dataset.unreachable;
});
look();

// A module, whose names are its own.
export {};
