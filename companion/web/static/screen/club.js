/** A club's front page follows its tables. */

const EVERY = 5_000; // ms between two looks

const nowOf = (place) => place.querySelector(".now");
const namesOf = (places) => places.map((place) => place.dataset.table).join();
const placesOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-table]")]);

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: "no-store", signal: AbortSignal.timeout(EVERY) });
  if (!answer.ok) return;
  const shown = placesOf(document);
  const found = placesOf(new DOMParser().parseFromString(await answer.text(), "text/html"));
  if (namesOf(shown) !== namesOf(found)) location.reload();
  shown.forEach((place, at) => {
    const [before, now] = [nowOf(place), nowOf(found[at])];
    if (!before.isEqualNode(now)) before.replaceWith(now);
  });
}

async function follow() {
  // Where nobody answers, the page stays as it was until somebody does.
  await look().catch(() => {});
  setTimeout(follow, EVERY);
}

setTimeout(follow, EVERY);
document.addEventListener("visibilitychange", () => look().catch(() => {}));
