"""The words of each language, by message key."""
