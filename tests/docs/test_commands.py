#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What README and docs print works as printed: commands of a shell, scenes, Python and the options that sentences name.

Commands run in a folder that looks like the repository with a build in build/release, scenes are loaded and stepped. A block that
begins with a comment of one file name is saved under that name for what follows on the page. Rows of tables that a program prints
are compared with those on the page, except for times. C++ and CMake are test_code_blocks.py's. NOT_RUN lists the commands that this
test leaves out, with the reason and who runs them.
Usage: test_commands.py RUNSOFA [PYTHON_MODULES] [unittest options]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

from pages import ROOT, fenced, indented, name_of, pages, spans

RUNSOFA = MODULES = None
LANGUAGES = {"sh", "python", "xml", "cpp", "cmake", "text", "diff", "json"}
FILE_NAME = re.compile(r"(?:# |<!-- )([\w.-]+\.(?:py|scn|xml|txt))(?: -->)?\n")
TIMES = re.compile(r"\(ms\)|times", re.IGNORECASE)
COMMAND = re.compile(r"(\./dev|runSofa|build/|cmake|python3?|pip|export|apt|git|ctest)\b")
# Pages whose Python another test runs, with more to look at.
PYTHON_ELSEWHERE = {"docs/manual/python.md": "tests/python/test_manual.py"}
# Pages whose commands are about a plugin or program of one's own, which the package test builds outside of the repository.
SHELL_ELSEWHERE = {name: "tests/package/check_package.cmake"
                   for name in ("docs/components-in-cpp.md", "docs/scenes-in-cpp.md", "docs/from-sofa-plugins.md")}
# Pages whose scenes have a mistake, to show what is said of it.
MISTAKES = {"docs/tutorials/from-sofa.md": "methode"}
NOT_RUN = {
    r"./dev (run|build|test|bench|lint|package|docs|conformance)( .*)?": "installs packages and builds: .ci/run, tests/dev/test_dev.py and, in "
                                                                        "a bare root, tests/package/bare_readme.py and bare_root.py",
    r"cmake --preset release && cmake --build build/release": "a build: what ./dev build does, so .ci/run",
    r"cmake --install build/release --prefix DIR": "tests/package/check_package.cmake installs into a prefix",
    r"python3 tests/verification/run.py .* --write": "takes minutes and writes a page: ctest verification runs it on coarse meshes",
    r"python3 -m venv .*|environment/bin/(pip|python) .*": "downloads pip's own parts: tests/python/check_wheel.py",
    r"python3 tests/benchmarks/beam_speed.py .*": "takes minutes: tests/docs/test_site.py checks the table it writes",
}


def environment(programs, modules=True):
    """Without a display, and with nothing of whoever runs the test; runSofa is found as an installed one would be."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH")}
    kept["PATH"] = f"{programs}:{Path(RUNSOFA).parent}:{kept['PATH']}"
    kept["LIBGL_ALWAYS_SOFTWARE"] = "1"
    kept["PYTHONDONTWRITEBYTECODE"] = "1"
    if modules and MODULES:
        kept["PYTHONPATH"] = MODULES
    return kept


class Listing(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name, "checkout")
        self.folder.mkdir()
        for name in ("examples", "docs", "tests", "share", "plugins", "dev", "README.md"):
            (self.folder / name).symlink_to(ROOT / name)
        (self.folder / "build").mkdir()
        (self.folder / "build" / "release").symlink_to(Path(RUNSOFA).parents[1])
        # `python3` on the pages is the one that the modules are built for.
        self.programs = Path(temporary.name, "bin")
        self.programs.mkdir()
        (self.programs / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        (self.programs / "python3").chmod(0o755)

    def save(self, block):
        """The name under which a block is saved; None of blocks without one."""
        name = FILE_NAME.match(block.text)
        if name:
            (self.folder / name[1]).write_text(block.text, encoding="utf8")
        return name and name[1]

    def run_here(self, command, **options):
        done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=500, check=False, **options)
        return done.returncode, done.stdout.decode("utf8", "replace")[-3000:]


class Shell(Listing):
    def setUp(self):
        super().setUp()
        self.used = set()

    def commands(self, block):
        """What of a block is to be run."""
        script = []
        for line in block.text.splitlines():
            command = re.sub(r"\s+#.*", "", line).strip()
            left_out = [pattern for pattern in NOT_RUN if re.fullmatch(pattern, command)]
            self.used.update(left_out)
            if command and not left_out:
                script.append(line)
        return "\n".join(script)

    def test_every_command_runs(self):
        for page in pages():
            for block in fenced(page):
                self.save(block)
                if block.language != "sh" or name_of(page) in SHELL_ELSEWHERE:
                    continue
                script = self.commands(block)
                if script and (MODULES or not re.search(r"\.py\b|python", script)):
                    with self.subTest(block=str(block)):
                        status, output = self.run_here(["bash", "-e", "-u", "-o", "pipefail", "-c", script],
                                                       env=environment(self.programs, modules=False))
                        self.assertEqual(status, 0, script + "\n" + output)
        self.assertEqual(set(NOT_RUN) - self.used, set(), "no page has these commands any more")

    def test_commands_stand_between_fences(self):
        for page in pages():
            for block in indented(page):
                first = block.text.strip().splitlines()[0]
                self.assertIsNone(COMMAND.match(first), f"{block}: put commands between ```sh and ```, so that they are run: {first}")

    def test_blocks_have_a_language(self):
        for page in pages():
            for block in fenced(page):
                if not block.language.startswith("{"):  # a directive of the site
                    self.assertIn(block.language, LANGUAGES, str(block))


class Options(Listing):
    @classmethod
    def setUpClass(cls):
        text = subprocess.run([RUNSOFA, "--help"], capture_output=True, text=True, check=True).stdout
        cls.known = set(re.findall(r"(?<![\w-])--?[\w-]+", text))

    def test_options_in_sentences_are_there(self):
        self.assertIn("--state-out", self.known)
        for page in pages():
            for block in spans(page):
                if re.match(r"(runSofa|build/release/bin/runSofa) ", block.text):
                    for option in re.findall(r" (--?[a-zA-Z][\w-]*)", block.text):
                        self.assertIn(option, self.known, f"{block}: `{block.text}`")

    def test_options_that_messages_and_help_texts_name_are_there(self):
        elsewhere = {"--goto", "--line"}  # of editors
        for folder in ("Sofa", "applications", "plugins"):
            for source in (ROOT / folder).rglob("*"):
                if source.suffix in (".h", ".cpp"):
                    for text in re.findall(r'"(?:[^"\\\n]|\\.)*"', source.read_text(encoding="utf8", errors="replace")):
                        for option in re.findall(r"[ (](--[a-z][a-zA-Z-]+)", text):
                            self.assertIn(option, self.known | elsewhere, f"{source.relative_to(ROOT)}: {text}")

    def test_commands_that_examples_name_are_about_themselves_and_have_options(self):
        for scene in sorted((ROOT / "examples").rglob("*")):
            if scene.suffix in (".scn", ".py"):
                for command in re.findall(r"^\s*(?:<!-- )?(runSofa .*?)(?:\s*-->|\s{2,}.*)?$", scene.read_text(encoding="utf8"), re.MULTILINE):
                    with self.subTest(scene=scene.name, command=command):
                        self.assertIn(scene.relative_to(ROOT).as_posix(), command)
                        for option in re.findall(r" (--?[a-zA-Z][\w-]*)", command):
                            self.assertIn(option, self.known)

    def test_commands_of_dev_in_sentences_are_there(self):
        listed = set(re.findall(r"^  (\w+) ", self.run_here(["./dev", "help"])[1], re.MULTILINE))
        self.assertIn("test", listed)
        for page in pages():
            for block in spans(page):
                for command in re.findall(r"^\./dev (\w+)", block.text):
                    self.assertIn(command, listed, str(block))


class FormerNames(Listing):
    def test_the_table_says_what_upgrade_does(self):
        text = (ROOT / "docs" / "api-changes.md").read_text(encoding="utf8")
        rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| `(\w+)`.*\|$", text[text.index("| Former |"):text.index("All modules")], re.MULTILINE)
        pairs = [(former, today) for names, today in rows for former in re.findall(r"\w+", names)]
        self.assertGreater(len(pairs), 10)
        (self.folder / "old.scn").write_text("<Node>\n" + "".join(f"<{former}/>\n" for former, _ in pairs) + "</Node>\n", encoding="utf8")
        output = self.run_here([RUNSOFA, "--upgrade", "old.scn"], env=environment(self.programs))[1]
        for former, today in pairs:
            self.assertIn(f" {former} is {today}\n", output)


class Xml(Listing):
    """A whole scene is stepped; a part of one stands alone in a root node, where it may lack partners but not have misspellings."""

    def test_every_scene_loads(self):
        for page in pages():
            for block in fenced(page):
                if block.language != "xml" or name_of(page) in SHELL_ELSEWHERE:
                    continue
                with self.subTest(block=str(block)):
                    root = ElementTree.fromstring(f"<part>{re.sub(r'<[?]xml.*?[?]>', '', block.text)}</part>")
                    whole = len(root) == 1 and root[0].tag == "Node"
                    text = block.text if whole else f'<Node name="root">\n{block.text}</Node>\n'
                    (self.folder / "scene.scn").write_text(text, encoding="utf8")
                    status, output = self.run_here([RUNSOFA, "-g", "batch", "-n", "5", "scene.scn"], env=environment(self.programs))
                    self.assertEqual(status, 0, output)
                    output = "\n".join(line for line in output.splitlines() if MISTAKES.get(name_of(page), "\0") not in line)
                    self.assertNotRegex(output, r"Unused Attribute|Did you mean|misspelling")


def cells(row):
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


def number(text):
    found = re.fullmatch(r"(-?[\d.]+(?:e[+-]?\d+)?)( [%\w]+)?", text.replace(" %", " %"))
    return float(found[1]) if found else None


class Python(Listing):
    def programs_of(self, page):
        """Each block with a file name is a program; the others of a page are one, from top to bottom."""
        together = ""
        for block in fenced(page):
            name = self.save(block)
            if block.language == "python":
                if name:
                    yield str(block), name
                else:
                    together += f"# {block}\n{block.text}\n"
        if together:
            (self.folder / "page.py").write_text(together, encoding="utf8")
            yield name_of(page), "page.py"

    def check_table(self, printed, page):
        """Rows that a program prints stand on the page, with the same numbers up to a few in the last digit."""
        on_page = {cells(row)[0]: cells(row) for row in page.read_text(encoding="utf8").splitlines() if row.startswith("|")}
        head = []
        for row in filter(lambda line: line.startswith("|"), printed.splitlines()):
            if cells(row)[0] in on_page and on_page[cells(row)[0]] == cells(row):
                head = cells(row) if number(cells(row)[-1]) is None else head
                continue
            self.assertIn(cells(row)[0], on_page, f"{name_of(page)} lacks this row: {row}")
            for title, ours, theirs in zip(head or cells(row), cells(row), on_page[cells(row)[0]]):
                if TIMES.search(title) or ours == theirs:
                    continue
                a, b = number(ours), number(theirs)
                self.assertIsNotNone(a, f"{name_of(page)}: {theirs!r} on the page, {ours!r} printed")
                self.assertIsNotNone(b, f"{name_of(page)}: {theirs!r} on the page, {ours!r} printed")
                self.assertLessEqual(abs(a - b), 0.05 * max(abs(a), abs(b)) + 0.011, f"{name_of(page)}: {theirs!r} on the page, {ours!r} printed")

    def test_programs_run_and_tables_are_theirs(self):
        if not MODULES:
            self.skipTest("built without the modules of Python")
        for page in pages():
            if name_of(page) in PYTHON_ELSEWHERE:
                continue
            for what, program in self.programs_of(page):
                with self.subTest(program=what):
                    status, output = self.run_here([sys.executable, program], env=environment(self.programs))
                    self.assertEqual(status, 0, output)
                    self.check_table(output, page)

    def test_a_changed_number_is_found(self):
        page = self.folder / "page.md"
        page.write_text("| Grid | Sag (mm) | A step (ms) |\n| --- | --- | --- |\n| fine | 20.1 | 3 |\n", encoding="utf8")
        page = type("Page", (), {"read_text": page.read_text, "relative_to": lambda self, root: Path("page.md")})()
        self.check_table("| Grid | Sag (mm) | A step (ms) |\n| fine | 20.2 | 30 |\n", page)
        with self.assertRaises(AssertionError):
            self.check_table("| Grid | Sag (mm) | A step (ms) |\n| fine | 22.1 | 3 |\n", page)


class Notebooks(Listing):
    def test_cells_run_in_order(self):
        if not MODULES:
            self.skipTest("built without the modules of Python")
        notebooks = sorted((ROOT / "docs").rglob("*.ipynb"))
        self.assertTrue(notebooks)
        for notebook in notebooks:
            with self.subTest(notebook=notebook.name):
                content = json.loads(notebook.read_text(encoding="utf8"))
                code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
                self.assertTrue(all(not cell["outputs"] and cell["execution_count"] is None for cell in code), "save it without outputs")
                (self.folder / "notebook.py").write_text("\n\n".join("".join(cell["source"]) for cell in code), encoding="utf8")
                status, output = self.run_here([sys.executable, "notebook.py"], env=environment(self.programs))
                self.assertEqual(status, 0, output)


def main():
    global RUNSOFA, MODULES
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    RUNSOFA = os.path.abspath(sys.argv.pop(1))
    if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]):
        MODULES = os.path.abspath(sys.argv.pop(1))
    unittest.main()


if __name__ == "__main__":
    main()
