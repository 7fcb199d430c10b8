"""The settings that differ between installations, each declared once.

boardgames/settings.py reads them from the environment, docs/hosting.md lists them, and docker-compose.yml
passes them on; tests hold both to this list.
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
    """Value where none is set."""
    unset: str = "none"
    """Description of what holds where none is set, if that is no value."""


DECLARED = (
    Setting(
        "HOST",
        "The address that `serve` listens on, where `--host` is not given; `::` lets others in.",
        "::",
        "127.0.0.1",
    ),
    Setting("PORT", "Its port, where `--port` is not given.", "8080", "8000"),
    Setting(
        "DATA_DIR",
        "The folder of the database and the secret key.",
        "/srv/boardgames",
        unset="`data/` in the checkout",
    ),
    Setting(
        "DATABASE_URL",
        "The PostgreSQL database of a big site. `?sslmode=verify-full` and the like may follow; an answer is "
        "awaited for 7 seconds.",
        "postgres://user:password@host/name",
        unset="SQLite in `DATA_DIR`",
    ),
    Setting(
        "REDIS_URL",
        "Redis or Valkey, which several web processes need to notify each other at once and to share rate "
        "limits.",
        "redis://:password@host/0",
    ),
    Setting(
        "REDIS_PASSWORD_FILE",
        "The file with its password, if that is not in `REDIS_URL`.",
        "/run/secrets/redis_password",
    ),
    Setting(
        "SECRET_KEY",
        "The key that signs sessions, 50 random characters.",
        "the output of `openssl rand -base64 48`",
        unset="made at the first start, and kept in `DATA_DIR`",
    ),
    Setting(
        "ALLOWED_HOSTS",
        "The names under which the site may be opened, comma-separated; `*`: any.",
        "play.example,www.play.example",
        "localhost,127.0.0.1,[::1]",
    ),
    Setting(
        "TRUSTED_PROXIES",
        "The networks of the proxies in front, comma-separated, whose `X-Forwarded-For` is believed.",
        "127.0.0.1,10.0.0.0/8",
    ),
    Setting(
        "TRUSTED_ORIGINS",
        "Other origins that may use the site's cookies, comma-separated.",
        "https://play.example",
    ),
    Setting(
        "EMBED_ANCESTORS",
        "The sites whose pages may show live boards in frames, comma-separated; `*`: any.",
        "https://club.example",
    ),
    Setting(
        "GUESTS_AT_ONCE",
        "How many new players, new matches and chosen names one address may have at once; then it is one a "
        "second.",
        "500",
        "120",
    ),
    Setting(
        "CLOSED",
        "`1` for a site of invited people: who has the link of a match plays and watches it, and only those "
        "whom `manage.py invite` has let in start matches and see the lists.",
        "1",
        "0",
    ),
    Setting(
        "TALK",
        "What people may say to each other in matches: `words`, `phrases` (ready-made ones only) or `off`.",
        "phrases",
        "words",
    ),
    Setting("RATE_LIMITS", "`0` lifts every limit of how often, for benchmarks.", "0", "1"),
    Setting(
        "HTTPS",
        "`1` if a proxy in front speaks HTTPS: cookies become Secure and are called `__Host-sessionid`, "
        "`__Host-csrftoken` and `__Host-device`, and browsers keep to HTTPS for a day.",
        "1",
        "0",
    ),
    Setting(
        "COMPUTER_PACE",
        "Factor of the pauses that the computer makes before it moves; for tests.",
        "0.1",
        "1",
    ),
    Setting(
        "NICENESS",
        "How far analyses and the drawing of pictures stand back behind live play on the processor, from "
        "`0` to `19`, and the computer's moves half as far; `0` for tests.",
        "5",
        "10",
    ),
    Setting(
        "REVIEW_SECONDS",
        "How many seconds of the processor the analysis of one match may take.",
        "10",
        "30",
    ),
    Setting(
        "PUZZLE_SECONDS",
        "How many seconds of the processor idle workers search a finished public match for puzzles; "
        "`0`: not at all.",
        "10",
        "5",
    ),
    Setting(
        "ENGINE_WORKERS",
        "Processes that `serve` starts for analyses, beside one for the computer's moves; `0`: none of both.",
        "2",
        "1",
    ),
    Setting(
        "STATIC_ROOT",
        "The folder into which static files are collected.",
        "/srv/static",
        unset="`.static/` in the checkout",
    ),
    Setting(
        "SITE_URL",
        "The address of the site, to which links in mails lead. Without it the site offers no mail.",
        "https://play.example",
    ),
    Setting(
        "SMTP_URL",
        "The server that takes mails: `smtps://` for TLS from the start, `smtp://` with the port 587 for "
        "STARTTLS, `smtp://` with another port for a server on the same machine, without encryption.",
        "smtp://user:password@mail.example:587",
        unset="mails are printed to the log",
    ),
    Setting(
        "MAIL_FROM",
        "The sender of mails.",
        "Board games <games@play.example>",
        unset="`noreply@` and the host of `SITE_URL`",
    ),
    Setting(
        "SITE_NAME",
        "The name of the site, in titles, in its head and on home screens.",
        "Club of Ipoh",
        "Quiet Table",
    ),
    Setting(
        "ACCENT",
        "The colours of links and buttons, in the light and in the dark theme. One that "
        "can't be read there is refused.",
        "#7a1f4b,#e79ac0",
        unset="green",
    ),
    Setting(
        "PRIVACY_FILE",
        "A plain text in UTF-8 that the page about privacy shows below its own: who is responsible, where "
        "the site stands. A blank line ends a paragraph.",
        "/srv/boardgames/privacy.txt",
    ),
    Setting(
        "ADMIN_PATH",
        "The path of the moderators' pages, which only they are shown.",
        "/desk/",
        "/moderation/",
    ),
    Setting(
        "CONTACT",
        "The mail address or page under which you can be reached; it stands at the foot of every page.",
        "host@play.example",
    ),
    Setting(
        "SOURCE_URL",
        "The address of the source code; it stands at the foot of every page.",
        "https://code.example/boardgames",
    ),
    Setting(
        "RETENTION_DAYS",
        "How many days matches that expired or were cancelled before they began are kept; `0`: for ever.",
        "7",
        "30",
    ),
    Setting("LOG_LEVEL", "The least level that is logged: `INFO`, `WARNING` or `ERROR`.", "INFO", "WARNING"),
    Setting(
        "LOG_FORMAT",
        "`line` for people, or `json`: one object a line with `time`, `level`, `logger`, `message` and, "
        "after an error, `exception`.",
        "json",
        "line",
    ),
    Setting(
        "METRICS_TOKEN",
        "The token with which Prometheus reads `/metrics`; nobody else sees that there is such a page.",
        "the output of `openssl rand -hex 20`",
        unset="no metrics",
    ),
    Setting(
        "SENTRY_DSN",
        "The address to which the site reports its own errors; it needs the package `sentry-sdk`.",
        "https://key@sentry.example/1",
    ),
    Setting("DEBUG", "`1` shows tracebacks to the developer; never where others reach the site.", "1", "0"),
)

SETTINGS = {setting.name: setting for setting in DECLARED}
