# SPDX-License-Identifier: Apache-2.0
"""A strict reader of VTK XML files with raw appended data: what `runSofa --export` writes and ParaView opens.

It believes nothing: every offset, size, type and count of a file must agree with the others, and no byte may be left over.
"""
import re
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path

FORMATS = {"Float64": "d", "Float32": "f", "Int64": "q", "Int32": "i", "UInt8": "B"}
NODES = {1: 1, 3: 2, 5: 3, 9: 4, 10: 4, 12: 8, 13: 6, 14: 5}  # of VTK's cell types


class Malformed(Exception):
    """What is wrong with a file."""


def require(condition, text):
    if not condition:
        raise Malformed(text)


class Arrays:
    """Arrays behind the mark _ of <AppendedData>, each behind its size in bytes as a UInt64."""

    def __init__(self, data, order):
        self.data, self.order = data, order
        self.used = []

    def read(self, element):
        require(element.get("format") == "appended", "an array is not appended")
        kind, components = element.get("type"), int(element.get("NumberOfComponents", "1"))
        require(kind in FORMATS, f"type {kind}")
        offset = int(element.get("offset"))
        (size,) = struct.unpack_from(self.order + "Q", self.data, offset)
        begin, width = offset + 8, struct.calcsize(FORMATS[kind])
        require(begin + size <= len(self.data), f"{element.get('Name')} reaches beyond the data")
        require(size % (width * components) == 0, f"{element.get('Name')} is no whole number of tuples")
        self.used.append((offset, begin + size))
        values = struct.unpack_from(f"{self.order}{size // width}{FORMATS[kind]}", self.data, begin)
        return list(values) if components == 1 else [values[i:i + components] for i in range(0, len(values), components)]

    def require_all_used(self):
        end = 0
        for begin, stop in sorted(self.used):
            require(begin == end, f"bytes {end} to {begin} belong to no array")
            end = stop
        require(end == len(self.data), f"bytes {end} to {len(self.data)} belong to no array")


def split(content):
    """The XML without the appended bytes, and these."""
    begin = content.index(b"<AppendedData")
    mark = content.index(b"_", content.index(b">", begin))
    end = content.rindex(b"\n</AppendedData>")
    require(content.endswith(b"\n</AppendedData>\n</VTKFile>\n"), "the file is cut off")
    return content[:mark] + content[end:], content[mark + 1:end]


def fields(element, arrays, count):
    found = {}
    for array in element.findall("DataArray"):
        name, values = array.get("Name"), arrays.read(array)
        require(name and name not in found, f"the name {name} is empty or not unique")
        require(len(values) == count, f"{name} has {len(values)} tuples instead of {count}")
        found[name] = values
    for role in ("Scalars", "Vectors", "Normals", "TCoords"):
        require(element.get(role) is None or element.get(role) in found, f"{role} names no array")
    return found


def cells(element, arrays, points):
    """Lists of points of each cell."""
    lists = {a.get("Name"): arrays.read(a) for a in element.findall("DataArray")}
    nodes, ends = lists["connectivity"], lists["offsets"]
    require(all(0 <= n < points for n in nodes), "a cell names a point that is not there")
    require(ends == sorted(ends) and (ends[-1] if ends else 0) == len(nodes), "ends of cells and nodes do not agree")
    return [nodes[a:b] for a, b in zip([0] + ends[:-1], ends)], lists.get("types")


def read(path):
    """Type, points, cells, types, point_data and cell_data of a .vtu or .vtp file."""
    xml, data = split(Path(path).read_bytes())
    root = ElementTree.fromstring(xml)
    require(root.tag == "VTKFile" and root.get("version") == "1.0" and root.get("header_type") == "UInt64", "header")
    require(root.find("AppendedData").get("encoding") == "raw", "encoding")
    kind = root.get("type")
    require({".vtu": "UnstructuredGrid", ".vtp": "PolyData"}[Path(path).suffix] == kind, f"type {kind}")
    arrays = Arrays(data, {"LittleEndian": "<", "BigEndian": ">"}[root.get("byte_order")])
    piece = root.find(f"./{kind}/Piece")
    count = int(piece.get("NumberOfPoints"))
    points = arrays.read(piece.find("./Points/DataArray"))
    require(len(points) == count, f"{len(points)} points instead of {count}")
    found, types = [], []
    if kind == "UnstructuredGrid":
        found, types = cells(piece.find("Cells"), arrays, count)
        require(len(found) == len(types) == int(piece.get("NumberOfCells")), "number of cells")
        require(all(len(c) == NODES[t] for c, t in zip(found, types)), "a cell has the wrong number of nodes")
    else:
        for tag, least in (("Verts", 1), ("Lines", 2), ("Polys", 3)):
            lists, _ = cells(piece.find(tag), arrays, count)
            require(len(lists) == int(piece.get("NumberOf" + tag)), f"number of {tag}")
            require(all(len(c) >= least for c in lists), f"a cell of {tag} is too small")
            found += lists
        require(piece.get("NumberOfStrips") == "0", "strips")
    result = {"type": kind, "points": points, "cells": found, "types": types,
              "point_data": fields(piece.find("PointData"), arrays, count),
              "cell_data": fields(piece.find("CellData"), arrays, len(found))}
    arrays.require_all_used()
    return result


def frames(path):
    """(time, file) of the entries of a .pvd file, whose files must be there."""
    path = Path(path)
    text = path.read_text(encoding="utf8")
    require(re.search(r'<VTKFile type="Collection" version="0\.1" byte_order="\w+">', text), "header of the .pvd")
    entries = ElementTree.fromstring(text).findall("./Collection/DataSet")
    for entry in entries:
        require((path.parent / entry.get("file")).exists(), f"{entry.get('file')} is not there")
    return [(float(e.get("timestep")), path.parent / e.get("file")) for e in entries]
