#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the pages are made of is up to date, and the site that `./dev docs` builds of them is whole and needs no network.

Usage: test_site.py [RUNSOFA [PYTHON_MODULES]] [unittest options]    the site is built where Sphinx, MyST and furo are installed
"""
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

from pages import ROOT, name_of, pages

sys.path[:0] = [str(ROOT / "docs" / "site"), str(ROOT / "tests" / "benchmarks")]
import beam_speed  # noqa: E402
import contents  # noqa: E402
import figures  # noqa: E402
import gallery  # noqa: E402

RUNSOFA = MODULES = None
PICTURE = re.compile(r"(?:!\[[^\]]*\]\(|<img src=\")([^)\s\"]+)")


class Pages(unittest.TestCase):
    def test_the_site_has_every_page(self):
        listed = [f"{name}.md" for names in contents.PARTS.values() for name in names]
        there = {name_of(page) for page in pages()} - {"README.md"}
        self.assertEqual(set(listed), there)
        self.assertEqual(len(listed), len(set(listed)))

    def test_the_gallery_is_up_to_date(self):
        self.assertEqual(gallery.PAGE.read_text(encoding="utf8"), gallery.page(), "docs/site/gallery.py writes it anew")

    def test_the_viewer_shows_the_groups_of_the_gallery(self):
        dialog = (ROOT / "Sofa" / "GUI" / "Window" / "ExampleDialog.cpp").read_text(encoding="utf8")
        shown = re.search(r"groups\[\] = \{(.*?)\};", dialog, re.DOTALL)[1]
        self.assertEqual(re.findall(r'\{"([^"]*)", "([^"]*)"\}', shown), list(gallery.GROUPS.items()))

    def test_tables_of_speed_are_those_of_the_times_that_are_kept(self):
        measured = beam_speed.json.loads(beam_speed.MEASURED.read_text(encoding="utf8"))
        self.assertEqual(set(measured["scenes"]), set(beam_speed.all_names()))
        for page, text in beam_speed.pages(measured):
            self.assertEqual(page.read_text(encoding="utf8"), text, "tests/benchmarks/beam_speed.py --tables writes it anew")
            self.assertIn("| Beam of |", text, f"{page.name} has no place for the table")

    def test_pictures_are_files_of_this_repository_and_every_one_is_shown(self):
        shown = set()
        for page in pages():
            for target in PICTURE.findall(page.read_text(encoding="utf8")):
                self.assertNotIn("://", target, f"{name_of(page)}: readers without a network do not see it")
                shown.add((page.parent / target).resolve())
        for picture in (ROOT / "docs" / "images").iterdir():
            self.assertIn(picture, shown, "no page shows it")
            self.assertIn(picture.name, {**figures.FIGURES, **figures.BY_HAND}, "docs/site/figures.py draws it, or says why it does not")

    def test_the_front_page_counts_components_as_their_table_does(self):
        counts = re.search(r"Of the (\d+) components .*? this version has (\d+)", (ROOT / "docs" / "components.md").read_text(encoding="utf8"), re.DOTALL)
        for name in ("README.md", "CHANGELOG.md"):
            self.assertRegex((ROOT / name).read_text(encoding="utf8"), rf"{counts[2]} of the\s+{counts[1]} components", name)

    def test_the_front_page_is_light(self):
        readme = (ROOT / "README.md").read_text(encoding="utf8")
        size = sum((ROOT / target).stat().st_size for target in PICTURE.findall(readme))
        self.assertLess(size, 600_000, "bytes of pictures on the front page")
        self.assertLess(len(readme.splitlines()), 90)


class Found(HTMLParser):
    """Anchors, links and what a page loads."""

    def __init__(self):
        super().__init__()
        self.anchors, self.links, self.loads = set(), [], []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in ("script", "img", "iframe") and values.get("src"):
            self.loads.append(values["src"])
        if tag == "link" and values.get("rel") in ("stylesheet", "preload") and values.get("href"):
            self.loads.append(values["href"])


@unittest.skipUnless(all(importlib.util.find_spec(name) for name in ("sphinx", "myst_parser", "furo", "breathe")), "Sphinx is not installed")
class Site(unittest.TestCase):
    def test_links_and_anchors_lead_somewhere_and_nothing_is_loaded_from_elsewhere(self):
        if not RUNSOFA:
            self.skipTest("no program is given")
        with tempfile.TemporaryDirectory() as temporary:
            out = Path(temporary, "html")
            command = [sys.executable, str(ROOT / "docs" / "site" / "build.py"), RUNSOFA, str(out), "--no-pictures", "--no-components", "--no-cpp"]
            done = subprocess.run(command + (["--modules", MODULES] if MODULES else []), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                  timeout=500, check=False)
            self.assertEqual(done.returncode, 0, done.stdout[-3000:])
            self.assertIn("site: 0 warnings", done.stdout)
            found = {}
            for path in out.rglob("*.html"):
                found[path] = Found()
                found[path].feed(path.read_text(encoding="utf8"))
            self.assertGreater(len(found), 50)
            self.assertTrue((out / "searchindex.js").is_file())
            for path, page in found.items():
                for target in page.loads:
                    self.assertNotRegex(target, r"^(https?:)?//", f"{path.name} needs the network")
                for link in page.links:
                    if not re.match(r"[a-z]+:|//", link):
                        self.check(path, link, found)

    def check(self, path, link, found):
        target, _, anchor = link.partition("#")
        target = target.partition("?")[0]
        there = (path.parent / target).resolve() if target else path
        self.assertTrue(there.exists(), f"{path.name}: {link}")
        if anchor and there in found:
            self.assertIn(anchor, found[there].anchors, f"{path.name}: {link}")


def main():
    global RUNSOFA, MODULES
    if len(sys.argv) > 1 and os.path.isfile(sys.argv[1]):
        RUNSOFA = os.path.abspath(sys.argv.pop(1))
        if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]):
            MODULES = os.path.abspath(sys.argv.pop(1))
    unittest.main()


if __name__ == "__main__":
    main()
