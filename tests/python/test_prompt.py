# SPDX-License-Identifier: Apache-2.0
"""What a prompt, a notebook, help() and an editor show."""
import ast
import pydoc
import tempfile
import unittest
from pathlib import Path

from scenes import falling
import Sofa
from Sofa import _core, _stubs


class Shown(unittest.TestCase):
    def test_representations(self):
        root = falling(2)
        root.addChild("below")
        self.assertEqual(repr(root), "<Node /: %d components, 1 child>" % len(root.objects))
        self.assertEqual(repr(root.dofs), "<MechanicalObject /dofs of template Vec3d>")
        self.assertIn("<Data /dofs.showObject bool: 0>", repr(root.dofs.showObject))
        for shown in (root._repr_html_(), root.dofs._repr_html_(), root.dofs.showObject._repr_html_()):
            self.assertIn("<b>", shown)
        self.assertIn("MechanicalObject", root._repr_html_())
        root.dofs.setName("<script>")
        self.assertNotIn("<script>", root.getObject("<script>")._repr_html_())

    def test_help_of_a_component_and_of_data(self):
        root = falling(2)
        text = pydoc.plain(pydoc.render_doc(root.dofs))
        for words in ("MechanicalObject /dofs", "rest_position", "float array (n, 3), vector<Vec3d>", "bool", "in Sofa.Component.StateContainer", "Links:"):
            self.assertIn(words, text)
        self.assertIn("default", pydoc.plain(pydoc.render_doc(root.dofs.showObjectScale)))
        self.assertIn("dofs (MechanicalObject)", pydoc.plain(pydoc.render_doc(root)))
        self.assertEqual(Sofa.Core.Object.__doc__, "A component.")

    def test_help_of_functions_tells_types_of_python(self):
        self.assertIn("animate(root: Sofa.Core.Node, dt: float = 0.0) -> None", pydoc.plain(pydoc.render_doc(Sofa.Simulation.animate)))
        self.assertIn("getData(self, name: str) -> Data | None", pydoc.plain(pydoc.render_doc(Sofa.Core.Node)))
        owners = [Sofa.Simulation, Sofa.Helper, *(c for c in vars(Sofa.Core).values() if isinstance(c, type))]
        for owner in owners:
            for name in (name for name in dir(owner) if not name.startswith("_")):
                text = getattr(getattr(owner, name), "__doc__", None)
                if callable(getattr(owner, name)) and isinstance(text, str):
                    self.assertNotRegex(text, r": handle\b|\barg0\b|std::|sofa::", "%s.%s" % (owner.__name__, name))

    def test_help_of_a_class_written_in_python(self):
        class Told(Sofa.Core.Controller):
            """Tells something."""
        told = Told(name="t")
        self.assertEqual((Told.__doc__, told.__doc__), ("Tells something.", "Tells something."))

    def test_completion(self):
        root = falling()
        for name in ("position", "velocity", "getLinkPath"):
            self.assertIn(name, dir(root.dofs))
        for name in ("dofs", "gravity", "addObject"):
            self.assertIn(name, dir(root))
        self.assertIn("dofs", root.objects._ipython_key_completions_())
        self.assertIn("position", root.dofs._ipython_key_completions_())


class Stubs(unittest.TestCase):
    def test_every_component_takes_its_data_as_keyword_arguments(self):
        with tempfile.TemporaryDirectory() as folder:
            files = _stubs.write(folder)
            trees = {name: ast.parse(Path(folder, name).read_text(encoding="utf8")) for name in files if name.endswith(".pyi")}
        classes = {c.name: c for c in trees["_components.pyi"].body if isinstance(c, ast.ClassDef)}
        node = next(c for c in trees["_node.pyi"].body if isinstance(c, ast.ClassDef) and c.name == "Node")
        overloads = {f.returns.id: {a.arg for a in f.args.kwonlyargs} for f in node.body
                     if isinstance(f, ast.FunctionDef) and f.name == "addObject" and isinstance(f.returns, ast.Name)}
        for name in _core.class_names():
            if name.isidentifier():
                self.assertIn(name, classes)
                for creator in _core.class_entry(name, True)["creator"].values():
                    names = {d["name"] for d in creator["object"]["data"] if _stubs._isName(d["name"])}
                    self.assertLessEqual(names, overloads[name], name)
        self.assertEqual(ast.get_docstring(classes["MechanicalObject"]), _core.class_entry("MechanicalObject", False)["description"])

    def test_the_build_made_them(self):
        package = Path(Sofa.__file__).parent
        self.assertTrue(all((package / name).exists() for name in ("_components.pyi", "_node.pyi", "_core.pyi", "py.typed")))


if __name__ == "__main__":
    unittest.main()
