"""English: what the pages say around the play screen: arriving, a first game, the table screen and the reveal."""

from __future__ import annotations

# A sentence stands on one line, so that it is found by searching.
# ruff: noqa: E501

WORDS: dict[str, str] = {
    "join.game": "Small World",
    "join.first": "Nobody has joined yet. Be the first.",
    "join.sitting": "Already here:",
    "join.now": "A game is in progress: turn {number} of {of}.",
    "join.over": "A game has just ended.",
    "next.title": "Play in the next game",
    "next.go": "Join the next game",
    "next.waits": "{name} is in the next game",
    "next.waits.lead": "You get a seat as soon as this game is over. Keep this page open, or open it again then.",
    "lobby.enter": "Enter the game",
    "table.regions": "{count} regions",
    "table.regions.one": "1 region",
    "table.income": "{count} coins in the last turn",
    "table.income.one": "1 coin in the last turn",
    "table.players": "{count} players",
    "table.players.one": "1 player",
    "end.again": "Tap again to confirm: leave the results for a new game",
    "end.again.lead": "Every phone goes to the set-up; the next player clockwise begins. The results are kept.",
    "keep.bgstats": "Add to BG Stats",
    "pass.title": "Pass the phone to {name}",
    "pass.on": "I am {name}",
    "pass.coins": "Coins of {name}",
    "more.coach": "Show tips for a first game",
    "coach": "Tip",
    "coach.off": "Close this tip",
    "coach.wait": "Watch what the others do. The Races tab shows what you can pick later.",
    "coach.guess": "~{count} is the app’s guess: nobody said how your tokens were moved. If the board differs, tap the region.",
    "coach.pick": "Pick a race: the top one is free. Each one further down costs 1 coin more.",
    "coach.enter": "Tap a highlighted region. The tag says how many tokens it costs.",
    "coach.conquer": "Each region costs 2 tokens, and 1 more for every token, mountain or other defence there.",
    "coach.last": "A die on the tag: too few tokens, so you must roll that number. It ends your conquests: do it last.",
    "coach.end": "Nothing more to conquer. Tap your regions to move tokens, or end your turn.",
    "coach.die": "Too few tokens? Tap a region with a die and roll its number or more, or stop here.",
    "coach.redeploy": "A ~ is the app’s guess of what stays there. Tap a region to change it; each keeps at least 1.",
    "coach.score": "You earn 1 coin for each region, and what your race and power add.",
    "coach.again": "Keep conquering. Once your race is spread thin, put it in decline and pick a fresh one next turn.",
    "coach.back": "The map shows where your tokens go. Tap a region to move one there.",
    "deal.progress": "{number} of {of}",
    "deal.next": "next",
}
