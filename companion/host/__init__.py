"""The computer under the table: address, Wi-Fi, systemd, health. May import: language, rules, settings, files."""
