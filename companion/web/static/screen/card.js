/** The card for the home's Wi-Fi: its owner types the name and the password once, or takes them off the card again. */
const form = /** @type {HTMLFormElement} */ (document.getElementById("home"));
const told = document.getElementById("told");

async function keep(body) {
  const answer = await fetch("api/card", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch(() => null);
  if (answer?.ok) location.reload();
  else told.textContent = answer ? (await answer.json()).error : told.dataset.unreachable;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const { name, password } = Object.fromEntries(new FormData(form));
  keep({ name, password });
});
document.getElementById("forget")?.addEventListener("click", () => keep({ name: "", password: "" }));
