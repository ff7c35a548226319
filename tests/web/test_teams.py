"""Six players in three teams, as phones hear of it."""

from tests.web.house import NAMES, House


def test_teams_that_are_not_six_are_refused_in_words(home: House) -> None:
    """Whoever begins too early, or ticks what does not go together, reads what is missing; nothing has begun."""
    phones = [home.phone(name) for name in NAMES[:5]]
    for phone, name in zip(phones, NAMES[:5], strict=True):
        phone.post("/api/join", name=name)
    ann = phones[0]
    for missing in range(1, 3):
        ann.post("/api/lobby", boxes=["teams"])
        assert ann.refused("/api/start").json["error"] == "You need at least 6 players."
        ann.post("/api/lobby", boxes=["teams", "necromancer"])
        assert ann.refused("/api/start").json["error"] == "What you have ticked cannot be played together."
        state = ann.state()
        assert (state["phase"], state["lobby"]["ready"]) == ("lobby", False)
        phones[-missing].post("/api/lobby", remove=len(state["seats"]) - 1)


def test_six_alone_are_told_what_six_play_with(home: House) -> None:
    """Without a box for six nobody begins, and the refusal names the boxes."""
    for name in NAMES:
        home.phone(name).post("/api/join", name=name)
    ann = home.phones[0]
    refused = ann.refused("/api/start")
    assert refused.status == 409
    assert "Six players in three teams" in refused.json["error"]
    ann.post("/api/lobby", boxes=["teams"])
    ann.post("/api/start")
    # The second player is asked for the first monster (expansion sheet, Set Up); the first one waits meanwhile.
    offers = ann.state()["game"]["offers"]
    assert {(one["seat"], one["kind"]) for one in offers} == {(1, "choose")}
