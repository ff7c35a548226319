"""A turn that is being told over HTTP: what the phone's one screen for it asks and enters."""

from __future__ import annotations

from tests.web.house import House, offer


def test_a_turn_is_told_and_entered(home: House) -> None:
    """The draft lists what may come next and the counts at the end; its command is then entered with one post."""
    ann, ben = home.seated(2)
    told = {**offer(ann.state(), "turn")["command"], "pick": 0}
    version = ann.state()["version"]
    for _ in range(2):
        draft = ann.post("/api/draft", command=told)
        first = next(each for each in draft["offers"] if each["kind"] == "conquer")
        told = {**told, "conquests": [*told["conquests"], {"region": first["region"], "way": first["command"]["way"]}]}
    draft = ann.post("/api/draft", command=told)
    form = next(each["form"] for each in draft["forms"] if each["kind"] == "redeploy")
    counts = {slot["id"]: slot["start"] for slot in form["slots"]}
    assert (sum(counts.values()), draft["refusal"], draft["due"]) == (form["total"], None, False)
    assert ann.state()["version"] == version
    ann.act(0, {**told, "tokens": counts}, seat=0)
    game = ben.state()["game"]
    assert {region: game["regions"][region]["tokens"] for region in counts} == counts
    assert game["turn"]["stage"] == "score"


def test_what_cannot_be_told(home: House) -> None:
    """A stranger, another command, nonsense, and what the pieces refuse: each in its sentence."""
    ann, _ = home.seated(2)
    told = {"type": "play_turn", "pick": 0}
    assert home.phone().refused("/api/draft", command=told).status == 401
    assert ann.refused("/api/draft", command={"type": "stop"}).status == 400
    assert ann.refused("/api/draft", command={"type": "play_turn", "conquests": [{"way": "ordinary"}]}).status == 400
    found = ann.refused("/api/draft", command={**told, "conquests": [{"region": "r99"}]})
    assert found.status == 409
    assert found.json["error"] == "Conquest 1, region 99: there is no such region on this map"
