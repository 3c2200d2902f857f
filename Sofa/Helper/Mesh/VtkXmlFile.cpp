// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshText.h"
#include "Sofa/Helper/Mesh/VtkCells.h"
#include "Sofa/Helper/Mesh/VtkXmlArrays.h"

namespace sofa::helper::mesh {
namespace {

using tinyxml2::XMLElement;

/// Child <DataArray Name="name">, or the first one if `name` is empty; null if there is none.
const XMLElement* findArray(const XMLElement* parent, std::string_view name) {
  if (!parent) return nullptr;
  for (const XMLElement* array = parent->FirstChildElement("DataArray"); array;
       array = array->NextSiblingElement("DataArray"))
    if (name.empty() || attributeOf(*array, "Name") == name) return array;
  return nullptr;
}

bool isIntegral(const XMLElement& array) {
  const std::string_view type = attributeOf(array, "type");
  return type.starts_with("Int") || type.starts_with("UInt");
}

std::vector<std::int64_t> readIntegers(const VtkXmlArrays& arrays, const XMLElement* parent, const char* name) {
  const XMLElement* array = findArray(parent, name);
  if (!array) failAt(*parent, fmt::format("there is no <DataArray Name=\"{}\">", name));
  return arrays.integers(*array);
}

void readPoints(const VtkXmlArrays& arrays, const XMLElement& piece, VtkMesh& mesh) {
  const XMLElement* array = findArray(piece.FirstChildElement("Points"), "");
  if (!array) failAt(piece, "there are no <Points> with a <DataArray>");
  const auto values = arrays.reals(*array);
  if (values.size() % 3 != 0)
    failAt(*array, fmt::format("{} numbers are no whole number of points of 3 coordinates", values.size()));
  if (const auto count = piece.Int64Attribute("NumberOfPoints", -1);
      count >= 0 && static_cast<std::size_t>(count) != values.size() / 3)
    failAt(*array, fmt::format("{} points are announced, but there are coordinates of {}", count, values.size() / 3));
  if (!std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); }))
    failAt(*array, "a coordinate is infinite or not a number");
  mesh.positions.reserve(values.size() / 3);
  for (std::size_t i = 0; i < values.size(); i += 3)
    mesh.positions.emplace_back(values[i], values[i + 1], values[i + 2]);
}

/// Calls add(cell, nodes) for the cells of a <Cells>, <Polys>, <Lines> or <Strips>; nothing if it is absent or empty.
template <class Add>
void forEachCell(const VtkXmlArrays& arrays, const XMLElement* list, const Add& add) {
  if (!list || !findArray(list, "")) return;
  const auto nodes = readIntegers(arrays, list, "connectivity");
  const auto offsets = readIntegers(arrays, list, "offsets");
  std::int64_t begin = 0;
  for (std::size_t c = 0; c < offsets.size(); ++c) {
    if (offsets[c] < begin || static_cast<std::size_t>(offsets[c]) > nodes.size())
      failAt(*list, fmt::format("cell {} reaches beyond the {} node numbers", c, nodes.size()));
    add(c, std::span(nodes).subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(offsets[c] - begin)));
    begin = offsets[c];
  }
}

void readGridCells(const VtkXmlArrays& arrays, const XMLElement& piece, VtkCells& cells) {
  const XMLElement* list = piece.FirstChildElement("Cells");
  if (!list) failAt(piece, "there are no <Cells>");
  const auto types = findArray(list, "types") ? readIntegers(arrays, list, "types") : std::vector<std::int64_t>();
  forEachCell(arrays, list, [&](std::size_t c, std::span<const std::int64_t> nodes) {
    if (c >= types.size()) failAt(*list, fmt::format("there are only {} cell types", types.size()));
    cells.add(types[c], nodes);
  });
}

void readPolyCells(const VtkXmlArrays& arrays, const XMLElement& piece, VtkCells& cells) {
  using Nodes = std::span<const std::int64_t>;
  forEachCell(arrays, piece.FirstChildElement("Lines"), [&](std::size_t, Nodes nodes) { cells.addLine(nodes); });
  forEachCell(arrays, piece.FirstChildElement("Strips"), [&](std::size_t, Nodes nodes) { cells.addStrip(nodes); });
  forEachCell(arrays, piece.FirstChildElement("Polys"), [&](std::size_t, Nodes nodes) { cells.addPolygon(nodes); });
}

/// Arrays of a <PointData> or <CellData>; the one named as normals fills those of the mesh.
void readArrays(const VtkXmlArrays& arrays, const XMLElement* parent, bool perPoint, VtkMesh& mesh) {
  if (!parent) return;
  const std::string_view normals = attributeOf(*parent, "Normals");
  for (const XMLElement* e = parent->FirstChildElement("DataArray"); e; e = e->NextSiblingElement("DataArray")) {
    if (attributeOf(*e, "type") == "String") continue;
    VtkArray array{std::string(attributeOf(*e, "Name")), 1, isIntegral(*e), arrays.reals(*e)};
    if (const int components = e->IntAttribute("NumberOfComponents", 1); components > 0)
      array.components = static_cast<std::size_t>(components);
    if (perPoint && !normals.empty() && array.name == normals && array.values.size() == 3 * mesh.positions.size()) {
      for (std::size_t i = 0; i < array.values.size(); i += 3)
        mesh.normals.emplace_back(array.values[i], array.values[i + 1], array.values[i + 2]);
      continue;
    }
    (perPoint ? mesh.pointData : mesh.cellData).push_back(std::move(array));
  }
}

}  // namespace

VtkMesh readVtkXml(std::string_view bytes, const VtkOptions& options) {
  const VtkXmlArrays arrays(bytes);
  const XMLElement* root = &arrays.root();
  const std::string_view type = attributeOf(*root, "type");
  if (type != "UnstructuredGrid" && type != "PolyData")
    failAt(*root,
           fmt::format("Dataset format not implemented: \"{}\"; UnstructuredGrid and PolyData are", excerpt(type)));
  const XMLElement* dataset = root->FirstChildElement(std::string(type).c_str());
  const XMLElement* piece = dataset ? dataset->FirstChildElement("Piece") : nullptr;
  if (!piece) failAt(*root, fmt::format("there is no <{}> with a <Piece>", type));
  VtkMesh mesh;
  if (piece->NextSiblingElement("Piece"))
    mesh.warnings.emplace_back("there are several pieces; only the first is read");
  readPoints(arrays, *piece, mesh);
  VtkCells cells(mesh, options.flip);
  try {
    if (type == "PolyData")
      readPolyCells(arrays, *piece, cells);
    else
      readGridCells(arrays, *piece, cells);
  } catch (const FormatError& error) {
    if (std::string_view(error.what()).starts_with("line ")) throw;
    failAt(*piece, error.what());
  }
  cells.tellSkipped();
  readArrays(arrays, piece->FirstChildElement("PointData"), true, mesh);
  readArrays(arrays, piece->FirstChildElement("CellData"), false, mesh);
  return mesh;
}

}  // namespace sofa::helper::mesh
