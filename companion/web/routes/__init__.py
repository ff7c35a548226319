"""The routes, one module per subject; each is a blueprint that the app registers."""
