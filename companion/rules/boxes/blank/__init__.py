"""The blank banner and the blank badge."""

from companion.rules.boxes.blank.by_hand import BADGE, BANNER, PIECES

__all__ = ["BADGE", "BANNER", "PIECES"]
