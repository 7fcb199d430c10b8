from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games_app.lib.names import folded
from games_app.rules import get_game

AT_ONCE = 500
CHANGED = ["folded", "opponent", "opponent_folded", "first", "listed", "unfinished", "listed_at"]
CHANGED += ["game", "variant", "pace", "how", "plies", "opening"]


def compare_bytes(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Sort names by bytes: a prefix search is a range, which a language's collation could split."""
    if editor.connection.vendor == "postgresql":
        for name in ("folded", "opponent_folded"):
            editor.execute(f'ALTER TABLE games_app_seat ALTER COLUMN {name} TYPE varchar(80) COLLATE "C"')


def fill(apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    matches: Any = apps.get_model("games_app", "Match")._default_manager
    seats: Any = apps.get_model("games_app", "Seat")._default_manager
    moves: Any = apps.get_model("games_app", "Move")._default_manager  # type: ignore[misc]  # called Ply since 0043
    done = 0
    while some := list(matches.filter(pk__gt=done).order_by("pk")[:AT_ONCE]):
        done, ids = some[-1].pk, [match.pk for match in some]
        seats_of: dict[int, list[Any]] = defaultdict(list)
        moves_of: dict[int, dict[int, Any]] = defaultdict(dict)
        for seat in seats.filter(match__in=ids):
            seats_of[seat.match_id].append(seat)
        for move in moves.filter(match__in=ids).order_by("number"):
            moves_of[move.match_id][move.number] = move
        for match in some:
            match.opening = list(opening(match, moves_of[match.pk]))
            describe(match, seats_of[match.pk])
        update(editor, some, ["opening"])
        update(editor, [seat for group in seats_of.values() for seat in group], CHANGED)


def update(editor: BaseDatabaseSchemaEditor, rows: list[Any], names: list[str]) -> None:
    """Store these fields of the rows, in a transaction: a tenth of the time that `bulk_update` takes."""
    if not rows:
        return
    database = editor.connection
    fields = [rows[0]._meta.get_field(name) for name in names]
    columns = ", ".join(f'"{field.column}" = %s' for field in fields)
    values = [
        [*(field.get_db_prep_save(getattr(row, field.attname), database) for field in fields), row.pk]
        for row in rows
    ]
    with transaction.atomic(database.alias), database.cursor() as cursor:
        cursor.executemany(f'UPDATE "{rows[0]._meta.db_table}" SET {columns} WHERE id = %s', values)  # noqa: S608


def opening(match: Any, moves: dict[int, Any]) -> Iterator[list[Any]]:
    """Return the first three decisions on the line to the position: each is the first ply of its event."""
    line, number = [], match.ply
    while number in moves:
        line.append(moves[number])
        number = moves[number].after
    decisions: dict[int, Any] = {}
    for move in reversed(line):
        decisions.setdefault(move.seq, move)
    for move in list(decisions.values())[:3]:
        yield [move.number, move.role, move.action]


def describe(match: Any, seats: list[Any]) -> None:
    game = get_game(match.game)
    over = match.status == "over"
    listed_at = {"waiting": match.created_at, "playing": match.started_at, "over": match.ended_at}
    written = [f"{role[0].upper()} {game.notation(action)}" for _, role, action in match.opening]
    for seat in seats:
        other = next(one for one in seats if one.role != seat.role)
        seat.first = seat.role == game.roles[0]
        seat.folded, seat.opponent_folded = folded(seat.name), folded(other.name)
        seat.opponent_id = other.player_id
        seat.unfinished = match.status in ("waiting", "playing")
        seat.listed = match.visibility == "public" and match.status in ("playing", "over")
        seat.listed_at = listed_at.get(match.status)
        seat.game = match.game
        seat.variant = " ".join(match.options.get(name, one.default) for name, one in game.options.items())
        seat.pace = (match.terms.get("time") or {}).get("kind", "")
        seat.how, seat.plies = match.how, match.ply if over else None
        seat.opening = ", ".join(written) if over and len(written) == 3 else ""


def of_seat(name: str, field: models.Field[Any, Any]) -> migrations.AddField:
    return migrations.AddField(model_name="seat", name=name, field=field)


def index(name: str, fields: list[str], **condition: bool) -> migrations.AddIndex:
    only = models.Q(**condition) if condition else None
    return migrations.AddIndex("seat", models.Index(fields=fields, name=name, condition=only))


class Migration(migrations.Migration):
    # PostgreSQL can't update rows and create their indexes in one transaction.
    atomic = False

    dependencies = [
        ("games_app", "0008_match_of_its_seats"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="match", name="match_history"),
        migrations.AddField(model_name="match", name="opening", field=models.JSONField(default=list)),
        of_seat("first", models.BooleanField(default=False)),
        of_seat("folded", models.CharField(blank=True, max_length=80, default="")),
        of_seat("game", models.CharField(max_length=16, default="")),
        of_seat("how", models.CharField(blank=True, max_length=16, default="")),
        of_seat("listed", models.BooleanField(default=False)),
        of_seat("listed_at", models.DateTimeField(null=True)),
        of_seat("opening", models.CharField(blank=True, max_length=60, default="")),
        of_seat(
            "opponent",
            models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games_app.player",
            ),
        ),
        of_seat("opponent_folded", models.CharField(blank=True, max_length=80, default="")),
        of_seat("pace", models.CharField(blank=True, max_length=8, default="")),
        of_seat("plies", models.PositiveIntegerField(null=True)),
        of_seat("unfinished", models.BooleanField(default=True)),
        of_seat("variant", models.CharField(blank=True, max_length=60, default="")),
        migrations.RunPython(compare_bytes, migrations.RunPython.noop),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="seat",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="seats",
                to="games_app.player",
            ),
        ),
        index(
            "seat_listed",
            ["listed_at", "match", "game", "how", "pace", "plies", "outcome", "variant"],
            first=True,
            listed=True,
        ),
        index(
            "seat_listed_of_game",
            [
                "game",
                "listed_at",
                "match",
                "how",
                "pace",
                "plies",
                "outcome",
                "variant",
                "opening",
                "first",
                "listed",
            ],
            first=True,
            listed=True,
        ),
        index(
            "seat_listed_by_name",
            [
                "folded",
                "listed_at",
                "match",
                "game",
                "how",
                "pace",
                "plies",
                "outcome",
                "opponent_folded",
                "listed",
            ],
            listed=True,
        ),
        index("seat_of_player", ["player", "unfinished", "listed_at", "match"]),
        index("seat_of_two", ["player", "opponent", "unfinished", "listed_at", "match"]),
    ]
