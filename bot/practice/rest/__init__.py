"""The REST side of the stand-in: the routes below /api/v10."""
