from django.urls import path, register_converter

from .views import (
    addresses,
    downloading,
    files,
    history,
    home,
    icon,
    importing,
    learn,
    making,
    matches,
    naming,
    player,
    preview,
    record,
    rules,
    samples,
    statistics,
    trying,
    watching,
)
from .views.health import healthz

register_converter(addresses.MatchId, "match")
register_converter(addresses.MatchId, "player")
register_converter(addresses.GameSlug, "game")

urlpatterns = [
    path("", home.home, name="home"),
    path("new/<game:game>", making.new, name="new"),
    path("m/<match:public_id>", matches.page, name="match"),
    path("m/<match:public_id>/join", matches.join, name="join"),
    path("m/<match:public_id>/cancel", matches.cancel, name="cancel"),
    path("m/<match:public_id>/events", record.events, name="events"),
    path("m/<match:public_id>/summary", record.in_short, name="summary"),
    path("m/<match:public_id>.json", files.as_json, name="json"),
    path("m/<match:public_id>.txt", files.as_text, name="text"),
    path("m/<match:public_id>/files", files.page, name="files"),
    path("m/<match:public_id>/verify", files.page, name="verify"),
    path("m/<match:public_id>/preview.png", preview.of_match, name="match-picture"),
    path("new/<game:game>/preview.png", preview.of_game, name="game-picture"),
    path("preview.png", preview.of_site, name="site-picture"),
    path("watch", watching.watch, name="watch"),
    path("history", history.history, name="history"),
    path("player/<player:public_id>", player.player, name="player"),
    path("player/<player:public_id>/<player:other_id>", player.against, name="against"),
    path("statistics/<game:game>", statistics.statistics, name="statistics"),
    path("learn/<game:game>", learn.learn, name="learn"),
    path("rules/<game:game>", rules.rules, name="rules"),
    path("name", naming.name, name="name"),
    path("import", importing.bring, name="import"),
    path("download", downloading.download, name="download"),
    path("try", trying.attempt, name="try"),
    path("sample/<game:game>.json", samples.sample, name="sample"),
    path("healthz", healthz, name="healthz"),
    path("favicon.ico", icon.favicon),
    path("apple-touch-icon.png", icon.on_paper, {"size": 180}, name="touch-icon"),
    path("icon-512.png", icon.on_paper, {"size": 512}, name="large-icon"),
    path("site.webmanifest", icon.manifest, name="manifest"),
]
