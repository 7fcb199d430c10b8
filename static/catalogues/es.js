// Written by `python3 manage.py translations`.
globalThis.catalogue = {};
