"""Pictures to share: a position as PNG, a card for a link's preview, a whole match as a short film.

What `match.picture()` draws as SVG is drawn here in pixels. It needs the extra `pictures`, which servers have.
"""

from ziggurat.pictures.cards import card
from ziggurat.pictures.films import film
from ziggurat.pictures.raster import png

__all__ = ["card", "film", "png"]
