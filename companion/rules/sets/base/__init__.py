"""The base box: 14 races and 20 special powers."""
