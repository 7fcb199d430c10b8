"""Run as a program: reads an SVG file, writes it as PNG. See png.py, which runs it."""

import sys

import resvg_py

svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
