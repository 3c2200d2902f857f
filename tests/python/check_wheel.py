#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel, installs it into a new virtual environment and runs a scene in that, with no variable set.

Usage: check_wheel.py [BUILD_TREE [PLUGIN...]]   of a tree that is built; without it everything is compiled
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = """
import importlib.metadata, sys, rsofa, Sofa, Sofa.Gui, SofaRuntime
assert Sofa.__file__.startswith(sys.prefix), Sofa.__file__
assert rsofa is Sofa and Sofa.__version__ == importlib.metadata.version("sofa")
root = Sofa.Simulation.load(SofaRuntime.DataRepository.getFile("Demos/hanging_beam.scn"))
Sofa.Simulation.initRoot(root)
Sofa.Simulation.animateNSteps(root, 5)
assert root.time.value > 0
print("front ends:", Sofa.Gui.GUIManager.ListSupportedGUI(","))
if "qt" in Sofa.Gui.GUIManager.ListSupportedGUI():
    Sofa.Gui.GUIManager.Init("wheel", "qt")
    assert Sofa.Gui.GUIManager.createGUI(root) == 0
"""


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **options)


def main():
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "SOFA_ROOT", "RUNSOFA_HOME", "VIRTUAL_ENV", "LD_LIBRARY_PATH")}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        settings = []
        if len(sys.argv) > 1:  # its tests are no part of the wheel
            settings = ["--config-settings=build-dir=" + str(Path(sys.argv[1]).resolve()),
                        "--config-settings=targets=runSofa SofaPython3 " + " ".join(sys.argv[2:])]
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", *settings, "-w", place, SOURCE, env=clean)
        wheel, = place.glob("sofa-*.whl")
        print("%s: %.0f MB" % (wheel.name, wheel.stat().st_size / 1e6))
        run(sys.executable, "-m", "venv", "--system-site-packages", place / "environment")
        python = place / "environment" / "bin" / "python"
        run(python, "-m", "pip", "install", "--no-deps", "--no-index", wheel, env=clean)
        told = subprocess.run([str(python), "-m", "pip", "show", "--verbose", "sofa"], stdout=subprocess.PIPE, text=True, check=True,
                              env=clean).stdout
        for line in ("License: Apache-2.0", "Author: The Sofa authors", "License :: OSI Approved :: Apache Software License"):
            assert line in told, told
        run(place / "environment" / "bin" / "rsofa", "--version", env=clean)
        run(python, "-c", PROGRAM, cwd=folder, env={**clean, "QT_QPA_PLATFORM": "offscreen"})
        run(place / "environment" / "bin" / "runSofa", "-g", "batch", "-n", "5", SOURCE / "examples" / "Python" / "shaken_beams.py",
            cwd=folder, env=clean)
        run(python, "-m", "pip", "uninstall", "-y", "sofa", env=clean)
        left = [p for p in (place / "environment").rglob("*Sofa*")]
        assert not left, left
    print("good")


if __name__ == "__main__":
    main()
