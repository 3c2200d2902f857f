#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the reference trajectories are, and how those of this repository are packed.

The folder `reference` beside this file holds the grader (`check`) and archives of small scenes, each of which isolates one
behaviour, with the states that SOFA v26.06 computes for them: one archive for each module, and one with scenes and unit
tests in Python. SOFA's own scenes and meshes are not part of the repository. Where a folder holds them too, it is taken
instead: the one that SOFA_CONFORMANCE names, else ../shared/conformance beside the repository.

Usage: reference_data.py                 unpack the archives where no such folder is, and print the folder to use
       reference_data.py --pack FOLDER   write the archives anew from a folder of the same layout
       reference_data.py --compare FOLDER   say what differs from such a folder; exit status 1 if a file does
"""
import gzip
import hashlib
import io
import json
import os
import shutil
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ARCHIVES = HERE / "reference"


def named_folder():
    """The folder with SOFA's own scenes too, or None where there is none."""
    named = os.environ.get("SOFA_CONFORMANCE")
    folder = Path(named) if named else HERE.parents[2] / "shared" / "conformance"
    if (folder / "check").is_file() and (folder / "manifest.json").is_file():
        return folder
    if named:
        sys.exit(f"SOFA_CONFORMANCE={named}: no such data; the folder must hold 'check' and 'manifest.json'")
    return None


def packed_files():
    """Path and content of every file in the archives, references without their own compression."""
    for archive in sorted(ARCHIVES.glob("*.tar.xz")):
        with tarfile.open(archive) as tar:
            for member in tar:
                if member.isfile():
                    yield member.name, tar.extractfile(member).read()


def fingerprint():
    digest = hashlib.sha256()
    for path in sorted([*ARCHIVES.glob("*.tar.xz"), ARCHIVES / "check"]):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def unpack(place=None):
    """The folder of the unpacked archives, made where it is not there yet. Several processes may do that at once."""
    place = place or HERE.parents[1] / "build" / "conformance"
    if not os.access(HERE.parents[1], os.W_OK):  # sources that nobody may write beside
        place = Path(tempfile.gettempdir()) / f"sofa-conformance-{os.getuid()}"
    target = place / fingerprint()
    if target.is_dir():
        return target
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place) as temporary:
        fresh = Path(temporary, "data")
        for name, content in packed_files():
            path = fresh / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.parent.name == "references":
                path, content = Path(f"{path}.gz"), gzip.compress(content, compresslevel=1, mtime=0)
            path.write_bytes(content)
        shutil.copy(ARCHIVES / "check", fresh)
        try:
            fresh.rename(target)
        except OSError:
            if not target.is_dir():  # else another process was faster
                raise
    return target


def folder():
    """The folder with the reference data: check, micro, python and, where they are at hand, SOFA's own scenes."""
    return named_folder() or unpack()


def reads_sofa_mesh(scene):
    """Whether a small scene reads one of the meshes that SOFA brings along, which the archives leave out."""
    return scene.is_file() and '"mesh/' in scene.read_text(encoding="utf8")


def files_of(source):
    """Path and content of every file of a folder that the archives hold, references without their own compression."""
    for part in ("micro", "python"):
        for path in sorted((source / part).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".md":
                name, content = path.relative_to(source), path.read_bytes()
                if path.parent.name == "references":
                    name, content = name.with_suffix(""), gzip.decompress(content)
                yield str(name), content


def archive_of(name):
    part, *rest = Path(name).parts
    if part == "python" or rest == ["manifest.json"]:
        return "python" if part == "python" else "manifest"
    return rest[1].partition("__")[0] if rest[0] == "references" else rest[0]


def pack(source):
    groups = {}
    for name, content in files_of(source):
        groups.setdefault(archive_of(name), []).append((name, content))
    for old in ARCHIVES.glob("*.tar.xz"):
        old.unlink()
    for group, files in groups.items():
        with tarfile.open(ARCHIVES / f"{group}.tar.xz", "w:xz", preset=9, format=tarfile.USTAR_FORMAT) as tar:
            for name, content in files:
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
    shutil.copyfile(source / "check", ARCHIVES / "check")


def compare(source):
    """Names of packed files that differ from a folder's or that it lacks, and of files that it has besides."""
    theirs = dict(files_of(source))
    ours = dict(packed_files())
    differing = sorted(name for name, content in ours.items() if not same(name, content, theirs.get(name)))
    if (source / "check").read_bytes() != (ARCHIVES / "check").read_bytes():
        differing.append("check")
    return differing, sorted(set(theirs) - set(ours))


def same(name, ours, theirs):
    """Manifests are the same if what ours says is said there too: a newer one may name more scenes."""
    if theirs is None or not name.endswith("manifest.json"):
        return ours == theirs
    known = {entry["scene"]: entry for entry in json.loads(theirs)["scenes"]}
    return all(known.get(entry["scene"]) == entry for entry in json.loads(ours)["scenes"])


def main():
    if len(sys.argv) == 1:
        print(folder())
    elif len(sys.argv) == 3 and sys.argv[1] == "--pack":
        pack(Path(sys.argv[2]))
    elif len(sys.argv) == 3 and sys.argv[1] == "--compare":
        differing, more = compare(Path(sys.argv[2]))
        print("\n".join(f"differs: {name}" for name in differing))
        print(f"{len(differing)} files differ; {sys.argv[2]} has {len(more)} more")
        return 1 if differing else 0
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
