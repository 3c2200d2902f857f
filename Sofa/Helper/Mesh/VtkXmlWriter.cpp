// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/VtkXmlWriter.h"

#include <fmt/format.h>

#include <bit>
#include <cstdint>

#include "Sofa/Helper/Mesh/MeshCells.h"
#include "Sofa/Helper/XmlText.h"

namespace sofa::helper::mesh {
namespace {

using Integers = std::vector<std::int64_t>;

/// A file while it is put together: the XML, and the bytes that it points into.
class VtkXmlFile {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(m_xml), format, std::forward<Args>(args)...);
  }

  void array(std::string_view name, std::size_t components, std::span<const double> values) {
    addArray("Float64", name, components, values);
  }
  void array(std::string_view name, std::size_t components, std::span<const std::int64_t> values) {
    addArray("Int64", name, components, values);
  }
  void array(std::string_view name, std::size_t components, std::span<const std::uint8_t> values) {
    addArray("UInt8", name, components, values);
  }

  void points(std::span<const type::Vec3> points) {
    static_assert(sizeof(type::Vec3) == 3 * sizeof(double));
    add("<Points>\n");
    array("Points", 3, std::span(reinterpret_cast<const double*>(points.data()), 3 * points.size()));
    add("</Points>\n");
  }

  void fields(std::string_view tag, const std::vector<FieldView>& fields) {
    add("<{}", tag);
    for (const FieldView& field : fields)
      if (const auto role = roleName(field.role); !role.empty()) add(" {}=\"{}\"", role, escapedXml(field.name));
    add(">\n");
    for (const FieldView& field : fields)
      if (field.integral)
        array(field.name, field.components, Integers(field.values.begin(), field.values.end()));
      else
        array(field.name, field.components, field.values);
    add("</{}>\n", tag);
  }

  /// Node numbers of a list of cells, one after the other, and where each cell ends.
  void cells(const Integers& nodes, const Integers& ends) {
    array("connectivity", 1, nodes);
    array("offsets", 1, ends);
  }

  std::string take() {
    m_xml.insert(m_xml.end(), m_data.begin(), m_data.end());
    m_xml += "\n</AppendedData>\n</VTKFile>\n";
    return std::move(m_xml);
  }

  void begin(std::string_view type) {
    add("<?xml version=\"1.0\"?>\n<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"{}\" "
        "header_type=\"UInt64\">\n<{}>\n",
        type, std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian", type);
  }
  void beginData(std::string_view type) { add("</Piece>\n</{}>\n<AppendedData encoding=\"raw\">\n_", type); }

 private:
  static std::string_view roleName(FieldView::Role role) {
    switch (role) {
      case FieldView::Role::normals:
        return "Normals";
      case FieldView::Role::texcoords:
        return "TCoords";
      case FieldView::Role::none:
        break;
    }
    return {};
  }

  template <class T>
  void addArray(std::string_view type, std::string_view name, std::size_t components, std::span<const T> values) {
    add("<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" offset=\"{}\"/>\n", type,
        escapedXml(name), components, m_data.size());
    const std::uint64_t size = values.size_bytes();
    m_data.append(reinterpret_cast<const char*>(&size), sizeof(size));
    m_data.append(reinterpret_cast<const char*>(values.data()), size);
  }

  std::string m_xml, m_data;
};

/// Nodes and ends of the elements of some lists.
class CellLists {
 public:
  template <class Elements>
  CellLists& add(const Elements& elements) {
    for (const auto& element : elements) addCell(element);
    return *this;
  }
  template <class Element>
  void addCell(const Element& element) {
    nodes.insert(nodes.end(), element.begin(), element.end());
    ends.push_back(static_cast<std::int64_t>(nodes.size()));
  }

  Integers nodes, ends;
};

}  // namespace

std::string vtuBytes(const MeshView& mesh) {
  CellLists cells;
  std::vector<std::uint8_t> types;
  forEachCell(mesh, [&](const auto& element, CellNumbers type) {
    cells.addCell(element);
    types.push_back(static_cast<std::uint8_t>(type.vtk));
  });
  VtkXmlFile file;
  file.begin("UnstructuredGrid");
  file.add("<Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", mesh.points.size(), types.size());
  file.fields("PointData", mesh.pointFields);
  file.fields("CellData", mesh.cellFields);
  file.points(mesh.points);
  file.add("<Cells>\n");
  file.cells(cells.nodes, cells.ends);
  file.array("types", 1, types);
  file.add("</Cells>\n");
  file.beginData("UnstructuredGrid");
  return file.take();
}

std::string vtpBytes(const MeshView& mesh) {
  CellLists vertices, lines, polygons;
  for (std::size_t i = 0; mesh.pointsAreCells && i < mesh.points.size(); ++i)
    vertices.addCell(Integers(1, std::int64_t(i)));
  lines.add(mesh.edges);
  polygons.add(mesh.triangles).add(mesh.quads);
  VtkXmlFile file;
  file.begin("PolyData");
  file.add(
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"{}\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n",
      mesh.points.size(), vertices.ends.size(), lines.ends.size(), polygons.ends.size());
  file.fields("PointData", mesh.pointFields);
  file.fields("CellData", mesh.cellFields);
  file.points(mesh.points);
  for (const auto& [tag, list] : {std::pair("Verts", &vertices), {"Lines", &lines}, {"Polys", &polygons}}) {
    file.add("<{}>\n", tag);
    file.cells(list->nodes, list->ends);
    file.add("</{}>\n", tag);
  }
  file.beginData("PolyData");
  return file.take();
}

}  // namespace sofa::helper::mesh
