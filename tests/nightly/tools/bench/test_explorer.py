"""The bench of the explorer asks an index of as many matches as it was told."""

from __future__ import annotations

from tools.bench import explorer


def test_every_kind_of_question_is_timed_beside_the_generated_matches():
    report = explorer.measure(matches=300, questions=3)
    sections = {section.title: section.sides["site"][0] for section in report.sections}
    assert {"a match put in", "any position", "a start", "history, a start"} <= sections.keys()
    assert all(figures["median ms"] > 0 for title, figures in sections.items() if title != "the index")
    assert sections["a match put in"]["rows"] == 41
    assert sections["the index"]["occurrences"] > 300 * 19
