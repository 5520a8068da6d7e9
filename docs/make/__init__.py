"""Programs that draw the pictures of the documentation and write its generated pages: `python docs/make/NAME.py`."""
