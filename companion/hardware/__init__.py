"""What hangs on the computer's pins: the die button and its light. Nothing here ever stops the service."""
