"""The bench of sites with several web processes."""

from tools.bench import many


def test_each_part_of_a_site_has_its_time_for_an_action():
    report = many.measure(rounds=1, matches=2, paced=0, seconds=0.5)
    [section] = report.sections
    for name, places in many.PLACES.items():
        [figures] = section.sides[name]
        assert figures["web, us each"] > 0
        assert ("other web, us each" in figures) == (len(places) > 1)
