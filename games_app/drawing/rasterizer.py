"""Program that reads an SVG file and writes it as PNG. Run by render_queue.py."""

import sys

import resvg_py

svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
