"""The computer under the table: address, Wi-Fi, systemd, health. May import: rules, settings, files."""
