"""Makes the font that pictures of boards are written in: `pip install fonttools brotli`, `python docs/make/font.py`.

The page's serif, Fraunces (SIL Open Font License), in the two weights that pictures use, as files that a rasteriser
can read. Pictures come out the same on every machine because they need no font of the machine's.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "web/node_modules/@fontsource-variable/fraunces"
FONTS = ROOT / "src/ziggurat/pictures/fonts"

if __name__ == "__main__":
    FONTS.mkdir(exist_ok=True)
    for weight, name in ((400, "regular"), (700, "bold")):
        font = TTFont(SOURCE / "files/fraunces-latin-wght-normal.woff2")
        font.flavor = None
        instancer.instantiateVariableFont(font, {"wght": weight}, inplace=True, updateFontNames=True)
        font.save(FONTS / f"fraunces-{name}.ttf")
    (FONTS / "LICENSE").write_bytes((SOURCE / "LICENSE").read_bytes())
