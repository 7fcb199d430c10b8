"""Static files under hashed names, the imports inside ES modules included."""

from servestatic.storage import CompressedManifestStaticFilesStorage

IMPORT = r'(?m)^(?P<matched>import\b(?P<names>[^"(]*)"(?P<url>\.[^"]+)";)'
IMPORT_LATER = r'(?P<matched>\bimport\("(?P<url>\.[^"]+)"\))(?!\.(?-i:[A-Z]))'
"""``import("./types.js").Position`` names a type in a comment. Types may know each other; modules may not, as
each one's hash holds those of what it imports."""


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    max_post_process_passes = 50
    """How deep imports may lie: every pass settles the names of one level more."""
    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "*.js",
            (
                (IMPORT, 'import%(names)s"%(url)s";'),
                (IMPORT_LATER, 'import("%(url)s")'),
            ),
        ),
    )
