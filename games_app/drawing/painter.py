"""Run as a program: reads an SVG file, writes it as PNG. See png.py, which runs it."""

import os
import sys

import resvg_py

if hasattr(os, "nice"):
    os.nice(10)  # people who play go first
svg = sys.stdin.buffer.read().decode()
sys.stdout.buffer.write(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True))
