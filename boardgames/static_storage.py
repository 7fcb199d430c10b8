"""Static files under hashed names, the imports inside ES modules included."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class HashedModulesStorage(CompressedManifestStaticFilesStorage):
    support_js_module_import_aggregation = True
