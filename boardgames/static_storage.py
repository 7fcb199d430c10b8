"""Static files under hashed names, the imports inside ES modules included."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
    max_post_process_passes = 50
    """How deep imports may lie: a module's hash holds those of what it imports, one level more a pass."""
