"""Positions as pictures, made from the same SVG files that the browser fills."""
