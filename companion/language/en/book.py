"""English: the club's book: what a phone says of it, and its own pages."""

from __future__ import annotations

# A sentence stands on one line, so that it is found by searching.
# ruff: noqa: E501

WORDS: dict[str, str] = {
    # On a phone at a table.
    "book.title": "The club’s book",
    "book.lead": "It records your place, your final coins and your combos, and everybody in the club can read it. You can change your mind until the game ends.",
    "book.name": "Your name in the book",
    "book.do": "Remember me in the club’s book",
    "book.on": "This game goes into the club’s book under the name {name}.",
    "book.undo": "Leave this game out",
    "book.listed": "Already in the book: if one of them is you, tap the name.",
    "book.known": "{count} games",
    "book.known.one": "{count} game",
    "book.unreached": "The book is out of reach right now, and gets your result later. If somebody else in the club has your name, add an initial to yours.",
    "book.ended": "The game is over, so nothing about it can be changed here.",
    "book.taken": "{name} is already in the book. If that is you, tap the name in the list. If not, choose another name.",
    "book.forget": "Delete this name from the book",
    "book.forget.sure": "Tap again to confirm: delete the name from all games, for good",
    "book.forget.done": "The book will delete that name.",
    "notice.book": "The club’s book takes no results from this table. {why}",
    # Its own pages.
    "book.season": "Season {name}",
    "book.seasons": "Seasons",
    "book.place": "Place",
    "book.player": "Player",
    "book.rating": "Rating",
    "book.games": "Games",
    "book.wins": "Wins",
    "book.coins": "Coins",
    "book.mean": "Coins on average",
    "book.best": "Most coins",
    "book.date": "Date",
    "book.with": "Others",
    "book.none": "No games in this season yet.",
    "book.how": "The rating follows Weng and Lin (Plackett-Luce model): you gain by beating others, most if they are rated higher. Everybody starts at {start} and rises as the rating becomes certain.",
    "book.unrated": "Games that were ended early and games with the app alone do not change it. Players who are not in the book count as newcomers.",
    "book.back": "Back to the season",
    "book.combos": "Favourite combos",
    "book.times": "Times",
    "book.earned": "Coins earned",
    "book.all": "All games",
    "book.somebody": "somebody",
    "book.app": "the app",
    "book.early": "ended early",
    "book.of": "{place} of {count}",
    "book.nobody": "There is no such page in the club’s book.",
}
