"""Pictures, drawn by our own code from what everybody may see. Text says all of it too: a picture is never needed."""
