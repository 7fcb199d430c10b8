"""The site's settings. What differs between installations comes from the environment: declarations.py."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import partial
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject

from boardgames import __version__, catalogues
from boardgames.changeable import env_changeable
from boardgames.databases import postgresql, sqlite, use_bundled_sqlite
from boardgames.environment import (
    FILMS_CACHE,
    FRAGMENTS_CACHE,
    IN_MEMORY_LAYER,
    LOCAL_CACHE,
    NO_CACHE,
    PICTURES_CACHE,
    STRANGERS_CACHE,
    choice,
    env_choice,
    env_flag,
    env_fraction,
    env_hosts,
    env_link,
    env_networks,
    env_number,
    env_origins,
    env_path,
    env_secret,
    env_text,
    flag,
    kept_secret_key,
    mail_settings,
    redis_layer,
    redis_url,
)
from boardgames.error_reports import report_errors
from boardgames.folders import keep_private
from boardgames.identity import accent, own_pages, site_name

VERSION = __version__
BASE_DIR = Path(__file__).resolve().parent.parent


DATABASE_URL = env_text("DATABASE_URL")
REDIS_URL = redis_url(env_text("REDIS_URL"), env_text("REDIS_PASSWORD_FILE"))
DATA_DIR = Path(env_text("DATA_DIR") or BASE_DIR / "data")
with suppress(OSError):  # `serve` reports an unusable folder, and takes another one with --data
    keep_private(DATA_DIR)
COMPILED_CATALOGUES = catalogues.compiled_folder(BASE_DIR, DATA_DIR)
# Lazy, because only signing needs the key, and so the folder.
SECRET_KEY = env_text("SECRET_KEY") or SimpleLazyObject(lambda: kept_secret_key(DATA_DIR))
DEBUG = env_flag("DEBUG")
HTTPS = env_flag("HTTPS")
CRASH_AT = os.environ.get("CRASH_AT", "")
CLOCK_SHIFT = os.environ.get("CLOCK_SHIFT", "")
for name, value in (("CRASH_AT", CRASH_AT), ("CLOCK_SHIFT", CLOCK_SHIFT)):
    if value and not DEBUG:
        raise ImproperlyConfigured(f"{name} is for tests: it works with DEBUG=1 only")
ALLOWED_HOSTS = env_hosts("ALLOWED_HOSTS")
TRUSTED_PROXIES = env_networks("TRUSTED_PROXIES")
RATE_LIMITS = env_flag("RATE_LIMITS")
GUESTS_AT_ONCE = env_number("GUESTS_AT_ONCE")
RETENTION_DAYS = env_number("RETENTION_DAYS")
CSRF_TRUSTED_ORIGINS = env_origins("TRUSTED_ORIGINS")
METRICS_TOKEN = env_secret("METRICS_TOKEN")
EMBED_ANCESTORS = env_origins("EMBED_ANCESTORS", patterns=True)
CHANGEABLE = {
    "site_name": env_changeable("SITE_NAME", site_name),
    "accent": env_changeable("ACCENT", accent),
    "closed": env_changeable("CLOSED", partial(flag, "CLOSED")),
    "talk": env_changeable("TALK", partial(choice, "TALK", ("words", "phrases", "off"))),
    "classes": env_changeable("CLASSES", partial(flag, "CLASSES")),
}
"""The site reads these by games_app/site_settings.py only."""
ADMIN_PATH = env_path("ADMIN_PATH")
CONTACT = env_link("CONTACT")
SOURCE_URL = env_link("SOURCE_URL")
SITE_URL = env_link("SITE_URL").rstrip("/")
LAN_URL = env_link("LAN_URL").rstrip("/")
MAIL_FROM = env_text("MAIL_FROM")
globals().update(mail_settings(env_text("SMTP_URL"), SITE_URL, MAIL_FROM))

ROOMS = [
    "games_app.analysis",
    "games_app.learn",
    "games_app.study",
    "games_app.explorer",
    "games_app.archive",
    "games_app.notify",
    "games_app.moderation",
    "games_app.tournaments",
    "games_app.appointments",
    "games_app.clubs",
    "games_app.api",
    "games_app.host",
]
"""Outer subjects: see games_app/lib/rooms.py."""
PUSH = env_flag("PUSH") and "games_app.notify" in ROOMS
PUSH_SERVICES = env_origins("PUSH_SERVICES")

if SENTRY_DSN := env_text("SENTRY_DSN"):
    report_errors(SENTRY_DSN, VERSION)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "boardgames",
    "games_app",  # before staticfiles, because it extends its collectstatic
    "games_app.pages",
    *ROOMS,
    "games_app.analysis.jobs",
    "django.contrib.staticfiles",
    "channels",
]
if (BASE_DIR / "tools").is_dir():  # the developers' commands, which exist only in a checkout
    INSTALLED_APPS.append("tools")
MIDDLEWARE = [  # for pages only: boardgames/pages.py answers requests for static files before
    "games_app.door.cors.Cors",
    "games_app.door.middleware.PeopleMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "boardgames.middleware.Compression",
    "games_app.door.middleware.Sessions",
    "games_app.door.middleware.ChosenLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "games_app.door.errors.Errors",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "boardgames.middleware.ContentSecurityPolicy",
    "django.contrib.messages.middleware.MessageMiddleware",
    "games_app.door.hidden.HiddenPages",
]
ROOT_URLCONF = "games_app.urls"
ASGI_APPLICATION = "boardgames.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "builtins": ["games_app.pages.templatetags.lines"],
            "loaders": [
                (
                    "boardgames.template_loader.FoldingLoader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "games_app.door.context.person",
                "games_app.door.context.attention",
                "games_app.door.context.appearance",
                "games_app.door.context.site",
            ],
        },
    }
]

use_bundled_sqlite()
if DATABASE_URL:
    DATABASES = {"default": postgresql(DATABASE_URL)}
else:
    DATABASES = sqlite(DATA_DIR)
    DATABASE_ROUTERS = ["games_app.analysis.jobs.apps.EngineRouter"]
COMPUTER_PACE = env_fraction("COMPUTER_PACE")
ENGINE_WORKERS = env_number("ENGINE_WORKERS")
NICENESS = env_number("NICENESS")
REVIEW_SECONDS = env_number("REVIEW_SECONDS")
PUZZLE_SECONDS = env_number("PUZZLE_SECONDS")
CHANNEL_LAYERS = {"default": redis_layer(REDIS_URL) if REDIS_URL else IN_MEMORY_LAYER}
CACHES = {
    "default": LOCAL_CACHE,
    "pictures": PICTURES_CACHE,
    "films": FILMS_CACHE,
    # For {% cache %}. With DEBUG, a changed template shows at once.
    "template_fragments": NO_CACHE if DEBUG else FRAGMENTS_CACHE,
    "strangers": NO_CACHE if DEBUG else STRANGERS_CACHE,
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

STATICFILES_DIRS = [BASE_DIR / "static", catalogues.static_folder(COMPILED_CATALOGUES)]
STATICFILES_FINDERS = ["boardgames.bundle.BundleFinder"]
STATIC_ROOT = Path(env_text("STATIC_ROOT") or BASE_DIR / ".static")
STATIC_URL = "/static/"
# Readable by all users, because a proxy may serve the files.
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755
STORAGES = {"staticfiles": {"BACKEND": "boardgames.static_files.VersionedFilesStorage"}}
SERVESTATIC_MAX_AGE = 0 if DEBUG else 60
SERVESTATIC_ALLOW_ALL_ORIGINS = False

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("ms", "Bahasa Melayu"),
    ("id", "Bahasa Indonesia"),
    ("es", "Español"),
    ("zh-hans", "简体中文"),
]
OWN_PAGES = own_pages(env_text("PAGES_DIR"), [code for code, _ in LANGUAGES])
if os.environ.get("PRIVACY_FILE"):
    raise ImproperlyConfigured(
        "PRIVACY_FILE is no setting. Name a folder with the file privacy.txt in PAGES_DIR"
    )
LOCALE_PATHS = [catalogues.locale_folder(COMPILED_CATALOGUES)]
LANGUAGE_COOKIE_NAME = "language"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 400
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
TIME_ZONE = "UTC"
USE_TZ = True

AUTH_USER_MODEL = "games_app.Account"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]

SESSION_COOKIE_AGE = DEVICE_COOKIE_AGE = 60 * 60 * 24 * 400
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games_app.door.errors.forbidden"
DEVICE_COOKIE_NAME = "device"
if HTTPS:
    # Browsers accept such names only from this very host, with Secure and for all paths.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-sessionid", "__Host-csrftoken"
    DEVICE_COOKIE_NAME = "__Host-device"
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Protects daily visitors from HTTP. If the site's HTTPS fails, nobody is locked out for longer.
    SECURE_HSTS_SECONDS = 24 * 60 * 60
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
# Limit on form data without files: room for the longest text that can be pasted (forms/match_import.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 192 * 1024

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        # The only policy names the service worker: static/app/registration.js.
        "trusted-types": ["service-worker"],
    }
}

LOG_FORMATS: dict[str, dict[str, str]] = {
    "line": {
        "class": "boardgames.logs.OneLine",
        "format": "{asctime} {levelname} {name}: {message}",
        "style": "{",
    },
    "json": {"class": "boardgames.logs.JsonLine"},
}
REDIS_FILTERS = {"redis_errors": {"()": "games_app.lib.outage_log.RedisErrors"}} if REDIS_URL else {}
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": LOG_FORMATS,
    "filters": {"client_errors": {"()": "boardgames.logs.ClientErrors"}} | REDIS_FILTERS,
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env_choice("LOG_FORMAT", LOG_FORMATS),
            "filters": ["client_errors"],
        }
    },
    # Not DEBUG: the servers would log players' messages.
    "root": {"handlers": ["console"], "level": env_choice("LOG_LEVEL", ("INFO", "WARNING", "ERROR"))},
    "loggers": {
        # An outage of the database is logged once, by the writer (lib/outage_log.py).
        "psycopg.pool": {"level": "ERROR"},
        # An outage of Redis is logged once too.
        "channels_redis.pubsub": {"filters": list(REDIS_FILTERS)},
        # It would log every passkey that is made or used.
        "fido2": {"level": "WARNING"},
        # With DEBUG, Django's own handler would print each line again.
        "django": {"handlers": []},
    },
}
