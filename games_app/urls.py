from django.contrib.sitemaps.views import sitemap
from django.urls import path, register_converter
from django.views.decorators.http import require_safe
from django.views.i18n import set_language

from games_app.door import limits
from games_app.door.access import for_members, welcome
from games_app.door.health import healthz, readyz
from games_app.door.http import GameSlug, PublicId, TypedId, form_view
from games_app.lib.rooms import room_urls
from games_app.pages import (
    accounts,
    app,
    devices,
    history,
    holidays,
    invitation,
    inviting,
    lobby,
    match,
    new_match,
    pictures,
    player,
    rulebook,
    sharing,
    site,
    statistics,
    watch,
)
from games_app.server.pages import metrics

register_converter(PublicId, "match")
register_converter(PublicId, "player")
register_converter(TypedId, "typed")
register_converter(GameSlug, "game")

TYPED = {"m": "match", "M": "match", "player": "player", "puzzles": "puzzle"}
"""Folder of links that people pass on -> the page that they mean."""

urlpatterns = [
    path("", site.home, name="home"),
    path("new", for_members(new_match.choose), name="choose"),
    path("new/<game:game>", for_members(new_match.new), name="new"),
    path("together/<game:game>", for_members(new_match.one_screen), name="one-screen"),
    path("lobby", for_members(lobby.lobby), name="lobby"),
    path("lobby/play", for_members(lobby.play), name="play"),
    path("friends", for_members(player.own_friends), name="friends"),
    path("lobby/own", for_members(lobby.own), name="own-offer"),
    path("lobby/again", for_members(lobby.again), name="again"),
    path("lobby/take", for_members(lobby.take), name="take"),
    path("computer", for_members(new_match.choose_for_computer), name="computer"),
    path("computer/<game:game>", for_members(new_match.new_with_computer), name="new-computer"),
    path("next", lobby.next_turn, name="next"),
    path("strangers", site.strangers, name="strangers"),
    path("news", site.own_news, name="news"),
    path("m/<match:public_id>", match.page, name="match"),
    path("m/<match:public_id>/join", invitation.join, name="join"),
    path("m/<match:public_id>/cancel", invitation.cancel, name="cancel"),
    path("m/<match:public_id>/again", inviting.again, name="again"),
    path("m/<match:public_id>/decline", inviting.turn_down, name="decline"),
    path("m/<match:public_id>/abandon", match.abandon, name="abandon"),
    path("m/<match:public_id>/events", match.events, name="events"),
    path("m/<match:public_id>/summary", match.match_summary, name="summary"),
    path("m/<match:public_id>/ratings", match.match_ratings, name="ratings"),
    path("m/<match:public_id>/code.svg", sharing.qr_code_of_match, name="match-code"),
    path("m/<match:public_id>/position.svg", pictures.position_svg, name="position-svg"),
    path("m/<match:public_id>/position.png", pictures.position_png, name="position-png"),
    path("m/<match:public_id>/moves.gif", pictures.moves, {"kind": "gif"}, name="moves-gif"),
    path("m/<match:public_id>/moves.webp", pictures.moves, {"kind": "webp"}, name="moves-webp"),
    path("m/<match:public_id>/preview.png", pictures.match_preview, name="match-picture"),
    path("board/<game:game>.svg", pictures.board_svg, name="board-svg"),
    path("board/<game:game>/sample.svg", pictures.sample_svg, name="sample-svg"),
    path("new/<game:game>/preview.png", pictures.game_preview, name="game-picture"),
    path("puzzles/<match:public_id>/preview.png", pictures.puzzle_preview, name="puzzle-picture"),
    path("preview.png", pictures.site_preview, name="site-picture"),
    path("embed/<match:public_id>", sharing.embed, name="embed"),
    path("embed/puzzle", sharing.puzzle_of_the_day, name="embed-puzzle"),
    path("oembed", sharing.oembed, name="oembed"),
    path("watch", for_members(watch.watch), name="watch"),
    path("watch/screen", for_members(watch.screen), name="screen"),
    path("history", history.history, name="history"),
    path("player/<player:public_id>", for_members(player.player), name="player"),
    path("player/<player:public_id>/invite", for_members(inviting.invite_to_last_game), name="invite"),
    path("player/<player:public_id>/invite/<game:game>", for_members(inviting.invite), name="invite-to"),
    path("player/<player:public_id>/block", player.block, name="block"),
    path("player/<player:public_id>/friend", for_members(player.change_friendship), name="friend"),
    path("player/<player:public_id>/<player:other_id>", for_members(player.against), name="against"),
    path("statistics/<game:game>", for_members(statistics.statistics), name="statistics"),
    path("rules/<game:game>", rulebook.rules, name="rules"),
    path("rules/<game:game>/compare", rulebook.compared, name="rule-sets"),
    path("name", accounts.change_name, name="name"),
    path("welcome/<token>", welcome, name="welcome"),
    path("account", accounts.account, name="account"),
    path("account/passkey", accounts.new_passkey_options, name="new-passkey"),
    path("login", accounts.log_in, name="login"),
    path("login/passkey", accounts.passkey_options, name="passkey"),
    path("logout", accounts.log_out, name="logout"),
    path("devices", devices.own_devices, name="devices"),
    path("holidays", holidays.own_holidays, name="holidays"),
    path("return", devices.come_back, name="return"),
    path("withdraw", accounts.withdraw, name="withdraw"),
    path("sample/<game:game>.json", rulebook.sample, name="sample"),
    path("language", form_view(limits.FORMS)(set_language), name="language"),
    path("about", site.about, name="about"),
    path("privacy", site.privacy, name="privacy"),
    path("imprint", site.own_page, {"page": "imprint"}, name="imprint"),
    path("terms", site.own_page, {"page": "terms"}, name="terms"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": {"pages": site.Pages}}, name="sitemap"),
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("favicon.ico", pictures.favicon),
    path("apple-touch-icon.png", pictures.icon_png, {"size": 180}, name="touch-icon"),
    path("icon-192.png", pictures.icon_png, {"size": 192}, name="small-icon"),
    path("icon-512.png", pictures.icon_png, {"size": 512}, name="large-icon"),
    path("site.webmanifest", app.manifest, name="manifest"),
    path("screenshot/<game:game>.png", pictures.screenshot, name="screenshot"),
    path("service-worker.js", app.service_worker, name="service-worker"),
    path("offline", app.offline, name="offline"),
    path("install", app.install, name="install"),
    *room_urls(),
    *[
        path(f"{folder}/<typed:public_id>", sharing.typed_link, {"page": page})
        for folder, page in TYPED.items()
    ],
]

handler400 = "games_app.door.errors.bad_request"
handler404 = "games_app.door.errors.not_found"
handler500 = "games_app.door.errors.server_error"
