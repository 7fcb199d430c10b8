"""The settings that differ between installations, each declared once.

boardgames/settings.py reads them from the environment, docs/hosting.md lists them, and docker-compose.yml
passes them on. Tests compare both with this list.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """An environment variable that the site reads. An empty one counts as unset."""

    name: str
    meaning: str
    example: str
    default: str = ""
    """Value if the variable is unset."""
    unset: str = "none"
    """Description of the default, if it is not a fixed value."""


DECLARED = (
    Setting(
        "HOST",
        "Address that `serve` listens on, unless `--host` is given. `::` makes it reachable from other "
        "machines.",
        "::",
        "127.0.0.1",
    ),
    Setting("PORT", "Port that `serve` listens on, unless `--port` is given.", "8080", "8000"),
    Setting(
        "DATA_DIR",
        "Folder of the database and the secret key.",
        "/srv/boardgames",
        unset="`data/` in the checkout",
    ),
    Setting(
        "DATABASE_URL",
        "PostgreSQL database of a big site. Options such as `?sslmode=verify-full` may follow. The site "
        "waits "
        "7 seconds for an answer.",
        "postgres://user:password@host/name",
        unset="SQLite in `DATA_DIR`",
    ),
    Setting(
        "REDIS_URL",
        "Redis or Valkey. Several web processes need it to notify each other at once and to share rate "
        "limits.",
        "redis://:password@host/0",
    ),
    Setting(
        "REDIS_PASSWORD_FILE",
        "File with the password of Redis, if `REDIS_URL` doesn't contain it.",
        "/run/secrets/redis_password",
    ),
    Setting(
        "SECRET_KEY",
        "Key that signs sessions: 50 random characters.",
        "the output of `openssl rand -base64 48`",
        unset="made at the first start, and kept in `DATA_DIR`",
    ),
    Setting(
        "ALLOWED_HOSTS",
        "Host names of the site, comma-separated; `*` allows any.",
        "play.example,www.play.example",
        "localhost,127.0.0.1,[::1]",
    ),
    Setting(
        "TRUSTED_PROXIES",
        "Networks of your proxies, comma-separated. The site trusts their `X-Forwarded-For`.",
        "127.0.0.1,10.0.0.0/8",
    ),
    Setting(
        "TRUSTED_ORIGINS",
        "Other origins that may use the site's cookies, comma-separated.",
        "https://play.example",
    ),
    Setting(
        "EMBED_ANCESTORS",
        "Sites that may show live boards in frames, comma-separated; `*` allows any.",
        "https://club.example",
    ),
    Setting(
        "GUESTS_AT_ONCE",
        "New players, new matches and chosen names that one address may have at once; then one a second.",
        "500",
        "120",
    ),
    Setting(
        "CLOSED",
        "`1` closes the site: only people invited with `manage.py invite` start matches and see the lists. "
        "Anybody with a match's link can still play or watch it.",
        "1",
        "0",
    ),
    Setting(
        "TALK",
        "Chat in matches: `words`, `phrases` (quick phrases only) or `off`.",
        "phrases",
        "words",
    ),
    Setting("CLASSES", "`0` allows no classes, whose teachers make accounts for children.", "0", "1"),
    Setting("RATE_LIMITS", "`0` lifts all rate limits, for benchmarks.", "0", "1"),
    Setting(
        "HTTPS",
        "`1` if a proxy terminates HTTPS. Cookies become Secure and are named `__Host-sessionid`, "
        "`__Host-csrftoken` and `__Host-device`. HSTS keeps browsers on HTTPS for a day.",
        "1",
        "0",
    ),
    Setting(
        "COMPUTER_PACE",
        "Factor for the pauses before the computer moves; for tests.",
        "0.1",
        "1",
    ),
    Setting(
        "NICENESS",
        "Niceness of analyses and of drawing pictures, from `0` to `19`, so that live play gets the "
        "processor "
        "first. The computer's moves get half of it. `0` for tests.",
        "5",
        "10",
    ),
    Setting(
        "REVIEW_SECONDS",
        "Processor seconds that the analysis of one match may take.",
        "10",
        "30",
    ),
    Setting(
        "PUZZLE_SECONDS",
        "Processor seconds for which idle workers search a finished public match for puzzles; `0` disables "
        "it.",
        "10",
        "5",
    ),
    Setting(
        "ENGINE_WORKERS",
        "Processes that `serve` starts for analyses, besides one for the computer's moves. `0` starts "
        "neither.",
        "2",
        "1",
    ),
    Setting(
        "STATIC_ROOT",
        "Folder into which static files are collected.",
        "/srv/static",
        unset="`.static/` in the checkout",
    ),
    Setting(
        "SITE_URL",
        "Address of the site, for links in mails. Without it the site offers no mail.",
        "https://play.example",
    ),
    Setting(
        "LAN_URL",
        "Address of the site in the local network, for links that are made at this machine. `serve --lan` "
        "sets it.",
        "http://192.168.1.20:8000",
    ),
    Setting(
        "SMTP_URL",
        "Mail server. Use `smtps://` for TLS from the start, `smtp://` with port 587 for STARTTLS, and "
        "`smtp://` with another port for an unencrypted server on the same machine.",
        "smtp://user:password@mail.example:587",
        unset="mails are printed to the log",
    ),
    Setting(
        "MAIL_FROM",
        "Sender of mails.",
        "Board games <games@play.example>",
        unset="`noreply@` and the host of `SITE_URL`",
    ),
    Setting(
        "PUSH",
        "`0` switches web push off: the site then sends nothing to the push services of browsers.",
        "0",
        "1",
    ),
    Setting(
        "PUSH_SERVICES",
        "Origins of push services in your own network, comma-separated. Other messages go to public hosts "
        "only, by https.",
        "https://push.lan:8443",
    ),
    Setting(
        "SITE_NAME",
        "Name of the site in titles, page heads and mails, and on home screens.",
        "Club of Ipoh",
        "Quiet Table",
    ),
    Setting(
        "ACCENT",
        "Colours of links and buttons in the light and the dark theme. The site refuses colours that are "
        "hard "
        "to read.",
        "#7a1f4b,#e79ac0",
        unset="green",
    ),
    Setting(
        "PAGES_DIR",
        "Folder with your own texts: `imprint.txt`, `terms.txt` and `privacy.txt`, and translations such as "
        "`terms.es.txt`.",
        "/srv/boardgames/pages",
    ),
    Setting(
        "ADMIN_PATH",
        "Path of the moderators' pages. Others get a 404 there.",
        "/desk/",
        "/moderation/",
    ),
    Setting(
        "CONTACT",
        "Your mail address or contact page, shown at the foot of every page.",
        "host@play.example",
    ),
    Setting(
        "SOURCE_URL",
        "Address of the source code, shown at the foot of every page.",
        "https://code.example/boardgames",
    ),
    Setting(
        "RETENTION_DAYS",
        "Days after which matches that expired or were cancelled before they began are deleted; `0` keeps "
        "them.",
        "7",
        "30",
    ),
    Setting("LOG_LEVEL", "Lowest level that is logged: `INFO`, `WARNING` or `ERROR`.", "INFO", "WARNING"),
    Setting(
        "LOG_FORMAT",
        "`line` for people, or `json` for programs: one object a line with `time`, `level`, `logger`, "
        "`message` and, after an error, `exception`.",
        "json",
        "line",
    ),
    Setting(
        "METRICS_TOKEN",
        "Token with which Prometheus reads `/metrics`. Without it the page answers 404.",
        "the output of `openssl rand -hex 20`",
        unset="no metrics",
    ),
    Setting(
        "SENTRY_DSN",
        "Address to which the site reports its own errors. It needs the package `sentry-sdk`.",
        "https://key@sentry.example/1",
    ),
    Setting(
        "DEBUG",
        "`1` shows tracebacks, as `runserver` does. Never set it where others can reach the site.",
        "1",
        "0",
    ),
)

SETTINGS = {setting.name: setting for setting in DECLARED}
