"""Program that reads SVG files and writes them as one animation. Run by render_queue.py.

Input: a line of JSON, {"kind", "durations"} in milliseconds, then the files, each terminated by a NUL.
"""

import io
import json
import sys
from collections.abc import Iterator

import resvg_py
from PIL import Image

COLOURS = 255


def rendered(svgs: list[str]) -> Iterator[Image.Image]:
    for svg in svgs:
        file = io.BytesIO(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
        yield Image.open(file).convert("RGB")


def with_palette(svgs: list[str]) -> Iterator[Image.Image]:
    """Yield the frames with one palette, sampled from three: nothing flickers, few parts are stored."""
    places = {0, len(svgs) // 2, len(svgs) - 1}
    samples = list(rendered([svgs[place] for place in sorted(places)]))
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for row, sample in enumerate(samples):
        sheet.paste(sample, (0, row * height))
    palette = sheet.quantize(COLOURS, Image.Quantize.MEDIANCUT)
    for image in rendered(svgs):
        yield image.quantize(palette=palette, dither=Image.Dither.NONE)


order = json.loads(sys.stdin.buffer.readline())
files = sys.stdin.buffer.read().decode().split("\0")[:-1]
frames = with_palette(files) if order["kind"] == "gif" else rendered(files)
first = next(frames)
ways = {"gif": {"optimize": False, "disposal": 1}, "webp": {"quality": 80, "method": 2}}
film = io.BytesIO()
first.save(
    film,
    order["kind"],
    save_all=True,
    append_images=frames,
    duration=order["durations"],
    loop=0,
    **ways[order["kind"]],
)
sys.stdout.buffer.write(film.getvalue())
