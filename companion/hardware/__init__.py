"""What rolls beside the phones: the die button with its light, and the dice tray. Nothing here stops the service."""
