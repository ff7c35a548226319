"""What progress.py says in other languages: PYTHONPATH=CHECKOUT python3 words.py >words.json, where polib is."""

from __future__ import annotations

import json
import sys

from companion.language.catalogues import ENGLISH, LANGUAGES, SOURCE, read
from companion.language.en.setting_up import WORDS

if __name__ == "__main__":
    # By language, each English sentence with its translation, as patterns with {names}.
    tables = {language: read(language, ENGLISH).table for language in LANGUAGES if language != SOURCE}
    said = {language: {WORDS[key]: table[key] for key in WORDS} for language, table in tables.items()}
    sys.stdout.write(json.dumps(said, ensure_ascii=False))
