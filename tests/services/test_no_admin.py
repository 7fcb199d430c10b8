"""A site that had Django's admin keeps nothing of it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from games_app.models import Account
from games_app.services.people import accounts
from tests.rated import person

pytestmark = pytest.mark.django_db(transaction=True)


def migrate(name: str | None = None) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("games_app", name)] if name else executor.loader.graph.leaf_nodes())


@pytest.mark.nightly
def test_the_upgrade_drops_what_the_admin_kept_and_nothing_else():
    alice = person("alice")
    migrate("0043_plies")
    with connection.cursor() as cursor:
        columns = "id integer PRIMARY KEY, user_id bigint REFERENCES games_app_account (id)"
        cursor.execute(f"CREATE TABLE django_admin_log ({columns})")
    MigrationRecorder(connection).record_applied("admin", "0001_initial")
    logged = ContentType.objects.create(app_label="admin", model="logentry")
    Permission.objects.create(content_type=logged, codename="view_logentry", name="Can view log entry")
    others = ContentType.objects.exclude(app_label="admin").count()
    migrate()
    assert "django_admin_log" not in connection.introspection.table_names()
    assert not {app for app, _ in MigrationRecorder(connection).applied_migrations()} & {"admin"}
    assert not ContentType.objects.filter(app_label="admin").exists()
    assert ContentType.objects.count() == others
    accounts.close(alice)
    assert not Account.objects.exists()
