# SPDX-License-Identifier: Apache-2.0
"""What a type checker knows of a script by the stubs that the build wrote."""
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

import Sofa

PROGRAM = '''
import Sofa
import Sofa.Core
import Sofa.Simulation


def createScene(root: Sofa.Core.Node) -> None:
    body = root.addChild("body")
    reveal_type(body)                                                           # is: Sofa._node.Node
    state = body.addObject("MechanicalObject", name="dofs", position=[[0, 0, 0]])
    reveal_type(state)                                                          # is: Sofa._components.MechanicalObject
    reveal_type(state.position)                                                 # is: Sofa._data.DataContainer
    state.position = [[1, 0, 0]]
    fem = body.addObject("HexahedronFEMForceField", youngModulus=1000, poissonRatio="@../data.nu", topology=state)
    reveal_type(fem.topology)                                                   # is: Sofa._link.Link
    body.children = []                                                          # error: read-only
    body.addObject("HexahedronFEMForceField", youngModulis=1000)                # error: No overload variant
    body.addObject("MechanicalObject", positon=[[0, 0, 0]])                     # error: No overload variant
    body.addObject("MechanicalObjekt")                                          # error: No overload variant
    body.addObject(Sofa.Core.ClassName("ComponentOfAPlugin"), anything=1)
    body.addChild("part", gravity=[0, 0, -9.81], activated=False)
    body.addChild("part", gravty=[0, 0, -9.81])                                 # error: No overload variant
    reveal_type(body.getRoot().getTime())                                       # is: builtins.float
    body.addObject(1)                                                           # error: No overload variant
    Sofa.Simulation.animate(root, 0.1)
'''


@unittest.skipUnless(shutil.which("mypy"), "mypy is not installed")
class Stubs(unittest.TestCase):
    def test_a_type_checker_knows_components_and_their_data(self):
        package = Path(Sofa.__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "program.py")
            program.write_text(PROGRAM, encoding="utf8")
            done = subprocess.run(["mypy", "--follow-imports=silent", "--cache-dir", folder + "/cache", str(program)],
                                  cwd=folder, env={**os.environ, "MYPYPATH": str(package.parent)}, capture_output=True, text=True)
        said = {}
        for line in done.stdout.splitlines():
            found = re.match(r"program\.py:(\d+): (.*)", line)
            if found:
                number = int(found.group(1))
                said[number] = said.get(number, "") + found.group(2) + "\n"
        for number, line in enumerate(PROGRAM.splitlines(), 1):
            is_, error = re.search(r"# is: (.*)", line), re.search(r"# error: (.*)", line)
            if is_:
                self.assertEqual(said.get(number), 'note: Revealed type is "%s"\n' % is_.group(1), done.stdout + done.stderr)
            elif error:
                self.assertIn("error: ", said.get(number, ""), line)
                self.assertIn(error.group(1), said[number])
            else:
                self.assertNotIn(number, said, line)


if __name__ == "__main__":
    unittest.main()
