"""The boxes of the game. A new one is one row here."""

from companion.rules.boxes import (
    base,
    be_not_afraid,
    blank,
    cursed,
    grand_dames,
    necromancer,
    registry,
    royal_bonus,
    teams,
    warcraft,
)

registry.fill(
    {
        "base": registry.Box(base.RACES, base.POWERS, base.PIECES, tribes=18),
        "cursed": registry.Box(cursed.RACES, cursed.POWERS, cursed.PIECES),
        "grand_dames": registry.Box(grand_dames.RACES, grand_dames.POWERS, grand_dames.PIECES),
        "be_not_afraid": registry.Box(be_not_afraid.RACES, be_not_afraid.POWERS, be_not_afraid.PIECES),
        "royal_bonus": registry.Box(royal_bonus.RACES, royal_bonus.POWERS, royal_bonus.PIECES),
        "blank_banner": registry.Box(blank.BANNER, (), blank.PIECES),
        "blank_badge": registry.Box((), blank.BADGE, blank.PIECES),
        "necromancer": registry.Box((), (), necromancer.PIECES, necromancer.RULES, necromancer.BANNERLESS),
        "teams": registry.Box((), (), teams.PIECES, teams.RULES, prizes=teams.PRIZES),
        "warcraft": registry.Box(
            warcraft.RACES,
            warcraft.POWERS,
            warcraft.PIECES,
            warcraft.RULES,
            tribes=15,
            alone=True,
            prizes=warcraft.PRIZES,
        ),
    }
)
