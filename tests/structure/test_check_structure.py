#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests of check_structure.py on small made-up trees: each rule accepts what it should and reports what it should not."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("check_structure.py")


class CheckStructure(unittest.TestCase):
    def check(self, files, licence="// SPDX-License-Identifier: Apache-2.0\n"):
        """Exit status and output for a tree of {path: text}; each text gets the line of its licence."""
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text and licence + text)
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True, check=False)
            return done.returncode, done.stdout + done.stderr

    def test_downward_includes_pass(self):
        status, out = self.check({
            "Sofa/Type/Vec.h": "", "Sofa/Core/ObjectModel/Base.h": "#include <Sofa/Type/Vec.h>\n",
            "Sofa/Component/Mass/UniformMass.h": "#include <Sofa/Core/ObjectModel/Base.h>\n",
            "Sofa/Component/Mass/UniformMass.cpp": '#include "UniformMass.h"\n#include <Sofa/Component/Mass/UniformMass.h>\n',
            "tests/Type/VecTest.cpp": "#include <Sofa/Component/Mass/UniformMass.h>\n"})
        self.assertEqual(status, 0, out)

    def test_upward_include_fails(self):
        status, out = self.check({"Sofa/Core/ObjectModel/Base.h": "", "Sofa/Type/Vec.h": "#include <Sofa/Core/ObjectModel/Base.h>\n"})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Type/Vec.h: includes Sofa/Core/ObjectModel/Base.h: upwards from Type to Core", out)

    def test_middle_layers_do_not_see_each_other(self):
        status, out = self.check({"Sofa/Geometry/Bvh.h": "", "Sofa/LinearAlgebra/A.h": "#  include <Sofa/Geometry/Bvh.h>\n"})
        self.assertEqual(status, 1)
        self.assertIn("sideways from LinearAlgebra to Geometry", out)

    def test_mechanics_know_no_scene(self):
        status, out = self.check({"Sofa/Core/Contract/State.h": "", "Sofa/LinearAlgebra/A.h": "",
                                  "Sofa/Mechanics/Krylov/S.h": "#include <Sofa/LinearAlgebra/A.h>\n#include <Sofa/Core/Contract/State.h>\n"})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Mechanics/Krylov/S.h: includes Sofa/Core/Contract/State.h: upwards from Mechanics to Core", out)
        self.assertIn("1 problems", out)

    def test_sideways_between_categories_fails(self):
        status, out = self.check({"Sofa/Component/Mass/M.h": "", "Sofa/Component/Spring/S.cpp": "#include <Sofa/Component/Mass/M.h>\n"})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Component/Spring/S.cpp", out)

    def test_only_tests_include_the_test_kit(self):
        kit = {"Sofa/Core/Contract/Mapping.h": "", "Sofa/Testing/MappingCheck.h": '#include "Sofa/Core/Contract/Mapping.h"\n'}
        include = '#include "Sofa/Testing/MappingCheck.h"\n'
        self.assertEqual(self.check({**kit, "tests/Core/MappingTest.cpp": include})[0], 0)
        status, out = self.check({**kit, "Sofa/GL/Device/Context.cpp": include})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/GL/Device/Context.cpp: includes Sofa/Testing/MappingCheck.h: Sofa/Testing is for tests only", out)

    def test_sources_name_their_licence(self):
        status, out = self.check({"Sofa/Type/Vec.h": "#pragma once\n", "tests/run.py": "#!/usr/bin/env python3\n"}, licence="")
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Type/Vec.h: does not name its licence", out)
        self.assertIn("tests/run.py: does not name its licence", out)
        script = {"tests/run.py": "#!/usr/bin/env python3\n# SPDX-License-Identifier: Apache-2.0\n"}
        self.assertEqual(self.check(script, licence="")[0], 0)

    def test_unknown_layer_fails(self):
        status, out = self.check({"Sofa/Utils/U.h": ""})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Utils is no layer", out)

    def test_data_without_effect_say_so(self):
        member = '  core::Data<int> d_passes{this, "passes", {}, %s, {.group = "A"}};\n'
        for text in ('"no effect: there is one"', '"kept for scenes that set it"', "ofPasses"):
            constant = 'constexpr std::string_view ofPasses =\n    "no effect: there is one";\n'
            status, out = self.check({"Sofa/Component/Mass/M.h": constant + member % text})
            self.assertEqual(status, 0, out)
        idle = {"Sofa/Component/Mass/M.h": member % '"how often"'}
        status, out = self.check({**idle, "tests/Component/MTest.cpp": "m.d_passes;\n"})
        self.assertEqual(status, 1)
        self.assertIn("Sofa/Component/Mass/M.h: d_passes is set by scenes and does nothing", out)
        self.assertEqual(self.check({**idle, "Sofa/Component/Mass/M.cpp": "loop(d_passes.value());\n"})[0], 0)
        status, out = self.check({"Sofa/Core/A.h": 'Link<Component> l_a{this, "a", "another"};\n'})
        self.assertIn("l_a is set by scenes", out)

    def test_long_file_fails(self):
        self.assertEqual(self.check({"Sofa/Type/A.h": "\n" * 500})[0], 0)
        status, out = self.check({"Sofa/Type/A.h": "\n" * 501})
        self.assertEqual(status, 1)
        self.assertIn("501 lines", out)

    def test_temporary_files_of_a_name_that_others_may_have_fail(self):
        use = "const auto folder = std::filesystem::temp_directory_path();\n"
        self.assertEqual(self.check({"tests/TemporaryFolder.h": use + "mkdtemp(name);\n", "Sofa/Helper/File.cpp": use})[0], 0)
        status, out = self.check({"tests/Helper/FileTest.cpp": use})
        self.assertEqual(status, 1)
        self.assertIn("tests/Helper/FileTest.cpp: a temporary file", out)

    def test_header_reach_counts_each_header_once(self):
        files = {f"Sofa/Helper/H{i}.h": f"#include <Sofa/Helper/H{i + 1}.h>\n" + "\n" * 499 for i in range(15)}
        files["Sofa/Type/Vec.h"] = "\n" * 400
        files["Sofa/Component/Mass/M.cpp"] = "".join(
            f"#include <Sofa/{header}>\n" for header in ("Type/Vec.h", "Helper/H2.h", "Helper/H1.h"))
        status, out = self.check(files)  # 14 headers of 500 lines, and values, which do not count
        self.assertEqual(status, 0, out)
        self.assertIn("most 7000", out)
        files["Sofa/Component/Mass/M.cpp"] += "#include <Sofa/Helper/H0.h>\n"
        status, out = self.check(files)
        self.assertEqual(status, 1)
        self.assertIn("reaches 7500 lines", out)


if __name__ == "__main__":
    unittest.main()
