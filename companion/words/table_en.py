"""English: the sentences of the table itself, beside those of the rules in en.py."""

from __future__ import annotations

WORDS: dict[str, str] = {
    # Who may.
    "table.no_seat": "This phone holds no seat. Sit down first, or ask for your seat back.",
    "table.not_yours": "This phone does not hold that seat.",
    "table.has_left": "{name} has left the game.",
    "table.not_for_you": "Another player has to answer that.",
    "table.no_ask": "That question was settled already.",
    "table.your_own": "This phone holds that seat already.",
    # The lobby.
    "table.full": "All {count} seats are taken.",
    "table.began": "The game has begun. Whoever had a seat asks for it back; whoever had none can watch.",
    "table.not_began": "The game has not begun yet.",
    "table.not_over": "The game is not over yet.",
    "table.name": "A name has 1 to {count} letters.",
    "table.name_taken": "Somebody is called {name} already.",
    "table.colour_taken": "That colour is taken. Choose another one.",
    "table.shape_taken": "That shape is taken. Choose another one.",
    "table.order": "That order does not name every seat once.",
    "table.dealing": "Either the companion deals or the table does.",
    "table.no_map": "There is no map called {map}.",
    "table.too_few": "At least 2 players sit down first.",
    "table.no_map_for": "There is no map for {count} players.",
    "table.map": "{count} players",
    # Playing.
    "table.another_turn": "That was meant for another turn. Look at the table and choose again.",
    "table.bill": "That has changed: it is now {now}.",
    "table.bill_gone": "That has changed and cannot be had now.",
    "table.no_roll": "No roll is due now.",
    "table.rolled": "That roll was made already.",
    "table.pips": "The die shows 0 to 3.",
    "table.companion_deals": "The companion deals at this table.",
    "table.only_chance": "That cannot be entered this way.",
    "table.not_back": "That cannot be taken back: it is not in the log of this game, or was taken back already.",
    "table.asked": "{name} asks already.",
    # What waits for a yes.
    "ask.takeback": "{name} wants to take back: {what}",
    "ask.act": "{name} says it was played like this: {what}",
    "ask.stop": "{name} wants to stop the game and count the coins",
    "ask.leave": "{name} says that {who} has left the game",
    "ask.set_turn": "{name} wants turn {number} of {who} to begin anew",
    "ask.seat": "Another phone asks for the seat of {name}",
    # The log.
    "log.entered": "entered by {name}",
    "log.takeback": "{name} takes back: {what}",
    "log.asked": "{name} asks",
    "log.seat": "{name} sits on another phone now",
    "log.yes": "{name} says yes",
    "log.no": "{name} says no",
    "log.counted": "{name} counts the own coins",
    "takeback": "Take back: {what}",
    "mark.taken_back": "taken back",
    "mark.as_played": "as played",
}
