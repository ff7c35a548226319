"""Printed and home-made boards: files, geometry, photos. May import: rules, files, toml."""
