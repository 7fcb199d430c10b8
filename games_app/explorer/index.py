"""The index: matches are put in and taken out, each in one short transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from django.db import transaction

from games_app.explorer.bands import bands_of
from games_app.explorer.matches import countable, steps_in
from games_app.explorer.tallies import Content, Sample, Step, content_of, packed, steps_of
from games_app.models import (
    ExplorerMatch,
    ExplorerOccurrence,
    ExplorerPosition,
    ExplorerProgress,
    Match,
)

AT_ONCE = 4
"""Matches in a transaction. On SQLite players' actions wait for it, a few milliseconds."""
SAMPLES_ADDED = 4
"""Matches that replace one that is no longer named."""


def update(matches: Collection[int]) -> int:
    """Put those of the matches in that count and aren't in yet, and take out those that don't count any more.

    Return how many were put in or taken out.
    """
    indexed = set(ExplorerMatch.objects.filter(match__in=matches).values_list("match", flat=True))
    count = countable(matches)
    new, gone = sorted(count - indexed), sorted(indexed - count)
    for begin in range(0, len(new), AT_ONCE):
        _put_in(new[begin : begin + AT_ONCE])
    for match in gone:
        _take_out(match)
    return len(new) + len(gone)


def without_match() -> list[int]:
    """Return the keys of matches in the index that are no longer in the record."""
    present = Match.objects.values("pk")
    return list(ExplorerMatch.objects.exclude(match__in=present).values_list("match", flat=True))


def _put_in(matches: Collection[int]) -> None:
    bands = bands_of(matches)
    steps = {row.pk: steps_in(row) for row in Match.objects.filter(pk__in=matches)}
    with transaction.atomic():
        _wait_for_others()
        already = ExplorerMatch.objects.filter(match__in=steps).values_list("match", flat=True)
        steps = {match: of_match for match, of_match in steps.items() if match not in set(already)}
        store(steps, bands)


def store(steps: Mapping[int, list[Step]], bands: Mapping[int, int]) -> None:
    """Add matches, by their primary keys, with what each adds and their bands."""
    by_key: defaultdict[int, list[tuple[int, Step]]] = defaultdict(list)
    for match, of_match in steps.items():
        for step in of_match:
            by_key[step.key].append((match, step))
    contents = _contents(by_key)
    for key, added in by_key.items():
        for match, step in added:
            contents[key].count(step, bands[match], 1)
        contents[key].name(Sample(bands[match], match, step.ply) for match, step in added)
    _write(contents)
    ExplorerOccurrence.objects.bulk_create(
        ExplorerOccurrence(key=key, match_id=match, band=bands[match], ply=step.ply)
        for key, added in by_key.items()
        for match, step in added
    )
    ExplorerMatch.objects.bulk_create(
        ExplorerMatch(match_id=match, band=bands[match], content=packed(of_match))
        for match, of_match in steps.items()
    )


def _take_out(match: int) -> None:
    with transaction.atomic():
        _wait_for_others()
        row = ExplorerMatch.objects.filter(match=match).first()
        if row is None:
            return
        steps = {step.key: step for step in steps_of(row.content)}
        ExplorerOccurrence.objects.filter(key__in=steps, match=match).delete()
        contents = _contents(steps)
        for key, content in contents.items():
            content.count(steps[key], row.band, -1)
            if content.forget(match) is not None:
                content.name(_newest(key, row.band))
        _write({key: content for key, content in contents.items() if content.tallies})
        empty = [key for key, content in contents.items() if not content.tallies]
        ExplorerPosition.objects.filter(key__in=empty).delete()
        row.delete()


def _newest(key: int, band: int) -> Iterable[Sample]:
    there = ExplorerOccurrence.objects.filter(key=key, band=band).order_by("-match")[:SAMPLES_ADDED]
    return [Sample(band, match, ply) for match, ply in there.values_list("match", "ply")]


def _contents(keys: Collection[int]) -> dict[int, Content]:
    stored = dict(ExplorerPosition.objects.filter(key__in=keys).values_list("key", "content"))
    return {key: content_of(stored[key]) if key in stored else Content() for key in keys}


def _write(contents: Mapping[int, Content]) -> None:
    ExplorerPosition.objects.bulk_create(
        (ExplorerPosition(key=key, content=packed(content)) for key, content in contents.items()),
        update_conflicts=True,
        unique_fields=["key"],
        update_fields=["content"],
    )


def _wait_for_others() -> None:
    """Let one process at a time change the index: a position's row is read and written again."""
    progress, _ = ExplorerProgress.objects.get_or_create(pk=1)
    ExplorerProgress.objects.select_for_update().get(pk=progress.pk)
