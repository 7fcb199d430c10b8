"""Django's admin, for reading alone: what moderators look up beside the reports.

Nothing is changed here, and nothing of a match is shown that its players may not know yet. Its pages need no
script, so their Content-Security-Policy allows none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from csp.decorators import csp
from django.contrib.admin import AdminSite, ModelAdmin, display
from django.db.models import Model, QuerySet
from django.forms import Media
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games_app.models import Account, AuditEntry, Match, Player, Report, Sanction
from games_app.moderation import desk
from games_app.services.people import accounts, players
from games_app.views.moderation import is_staff, staff_only

POLICY = {
    "default-src": ["'none'"],
    "style-src": ["'self'"],
    "img-src": ["'self'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
}
OPEN_TO_ALL = {"login", "logout", "password_change", "password_change_done", "jsi18n", "autocomplete", None}
"""Pages of the admin that the site has elsewhere, or not at all; None is its last resort."""


class Records(AdminSite):
    site_header = site_title = _("Records")
    index_title = _("To look up")
    enable_nav_sidebar = False

    def has_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def admin_view(self, view: Callable[..., Any], cacheable: bool = False) -> Any:
        return require_safe(csp(POLICY)(staff_only(super().admin_view(view, cacheable))))

    def get_urls(self) -> list[URLPattern | URLResolver]:
        return [url for url in super().get_urls() if getattr(url, "name", "") not in OPEN_TO_ALL]


if TYPE_CHECKING:
    Admin = ModelAdmin[Model]
else:
    Admin = ModelAdmin


class ReadOnly(Admin):
    """A list that can be searched; nobody adds, changes or deletes anything."""

    actions = None
    list_display_links = None
    show_full_result_count = False
    list_per_page = 50

    @property
    def media(self) -> Media:
        return Media()

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse each filter that an address names.

        Django takes any column of the table: one that is not shown, such as the hash of a password or a
        sealed choice, could be guessed bit by bit. These lists have no filters of their own.
        """
        return False

    def get_urls(self) -> list[URLPattern]:
        name = f"{self.opts.app_label}_{self.opts.model_name}_changelist"
        return [path("", self.admin_site.admin_view(self.changelist_view), name=name)]

    def has_module_permission(self, request: HttpRequest) -> bool:
        return is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class Log(ReadOnly):
    list_display = ("at", "who", "what", "whom", "why")
    search_fields = ("who", "what", "whom", "why")
    ordering = ("-pk",)


class Reports(ReadOnly):
    list_display = ("at", "reason", "about", "reporter", "open")
    search_fields = ("about__name", "about__public_id", "reporter__name", "reporter__public_id")
    list_select_related = ("about", "reporter")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Model]:
        """Leave out what is about the reader or from their running match, as the queue does."""
        reader = players.current(request.session)
        assert reader is not None  # noqa: S101  (staff_only lets nobody else in)
        found = super().get_queryset(request).exclude(about=reader)
        return found.exclude(message__match__in=desk.running_matches(reader))


class Sanctions(ReadOnly):
    list_display = ("kind", "person", "network", "until", "reason", "appealed_at", "answered_at", "lifted")
    search_fields = ("person__name", "person__public_id", "network")
    list_select_related = ("person",)
    ordering = ("-until",)


class Players(ReadOnly):
    list_display = ("name", "public_id", "created_at", "warning")
    search_fields = ("name", "public_id")
    ordering = ("-pk",)


class Accounts(ReadOnly):
    list_display = ("name", "created_at", "role")
    search_fields = ("name",)
    ordering = ("name",)

    @display(description=_("role"))
    def role(self, account: Account) -> str:
        return accounts.role_of_account(account) or ""


class Matches(ReadOnly):
    list_display = ("public_id", "game", "status", "how", "visibility", "maker", "created_at", "ended_at")
    search_fields = ("public_id", "maker__name", "maker__public_id")
    list_select_related = ("maker",)
    ordering = ("-pk",)


records = Records()
for model, shown in (
    (AuditEntry, Log),
    (Report, Reports),
    (Sanction, Sanctions),
    (Player, Players),
    (Account, Accounts),
    (Match, Matches),
):
    records.register(model, shown)
