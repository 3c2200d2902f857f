// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/MeshWriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <iterator>
#include <limits>

#include "Sofa/Helper/Mesh/MeshCells.h"
#include "Sofa/Helper/XmlText.h"
#include "Sofa/Type/Text.h"

namespace sofa::helper::mesh {
namespace {

using type::Index;

/// Collects text.
class Text {
 public:
  explicit Text(int digits) : m_digits(digits) {}
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(m_text), format, std::forward<Args>(args)...);
  }
  void add(char c) { m_text += c; }
  void integer(std::int64_t value) {
    char digits[std::numeric_limits<std::int64_t>::digits10 + 2];
    m_text.append(digits, std::to_chars(digits, std::end(digits), value).ptr);
  }
  void real(double value) { type::writeScalar(m_text, value, m_digits); }
  void point(const type::Vec3& p) {
    for (int i = 0; i < 3; ++i) {
      if (i) m_text += ' ';
      real(p[i]);
    }
    m_text += '\n';
  }
  /// Indices, each after a space, counted from `base`.
  template <class E>
  void nodes(const E& element, Index base) {
    for (const Index i : element) {
      m_text += ' ';
      integer(i + base);
    }
  }
  std::string take() { return std::move(m_text); }

 private:
  int m_digits;
  std::string m_text;
};

void addValues(Text& out, const FieldView& field) {
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    if (i) out.add(i % field.components ? ' ' : '\n');
    if (field.integral)
      out.integer(static_cast<std::int64_t>(field.values[i]));
    else
      out.real(field.values[i]);
  }
  out.add("\n");
}

void addXmlFields(Text& out, const char* tag, const std::vector<FieldView>& fields) {
  if (fields.empty()) return;
  out.add("      <{}>\n", tag);
  for (const auto& field : fields) {
    out.add("        <DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">\n",
            field.integral ? "Int32" : "Float64", escapedXml(field.name), field.components);
    addValues(out, field);
    out.add("        </DataArray>\n");
  }
  out.add("      </{}>\n", tag);
}

void addLegacyFields(Text& out, const char* keyword, std::size_t count, const std::vector<FieldView>& fields) {
  if (fields.empty()) return;
  out.add("{} {}\nFIELD fields {}\n", keyword, count, fields.size());
  for (const auto& field : fields) {
    std::string name = field.name;
    std::replace(name.begin(), name.end(), ' ', '_');
    out.add("{} {} {} {}\n", name, field.components, count, field.integral ? "int" : "double");
    addValues(out, field);
  }
}

/// Six times the signed volume.
double orientation(const MeshView& mesh, const type::Tetrahedron& t) {
  const type::Vec3& p = mesh.points[t[0]];
  return (mesh.points[t[1]] - p).cross(mesh.points[t[2]] - p).dot(mesh.points[t[3]] - p);
}

}  // namespace

std::size_t MeshView::topCellCount() const {
  if (volumeCount() > 0) return volumeCount();
  if (!triangles.empty() || !quads.empty()) return triangles.size() + quads.size();
  return edges.size();
}

type::Index MeshView::largestNode() const {
  Index largest = 0;
  forEachCell(*this, [&](const auto& element, CellNumbers) {
    for (const Index i : element) largest = std::max(largest, i);
  });
  return largest;
}

std::string vtuText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n  "
      "<UnstructuredGrid>\n");
  out.add("    <Piece NumberOfPoints=\"{}\" NumberOfCells=\"{}\">\n", mesh.points.size(), mesh.cellCount());
  addXmlFields(out, "PointData", mesh.pointFields);
  addXmlFields(out, "CellData", mesh.cellFields);
  out.add("      <Points>\n        <DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n");
  for (const auto& p : mesh.points) out.point(p);
  out.add(
      "        </DataArray>\n      </Points>\n      <Cells>\n        <DataArray type=\"Int32\" Name=\"connectivity\" "
      "format=\"ascii\">\n");
  forEachCell(mesh, [&](const auto& element, CellNumbers) {
    out.nodes(element, 0);
    out.add('\n');
  });
  out.add("        </DataArray>\n        <DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n");
  std::size_t end = 0;
  forEachCell(mesh, [&](const auto& element, CellNumbers) {
    out.integer(static_cast<std::int64_t>(end += element.size()));
    out.add('\n');
  });
  out.add("        </DataArray>\n        <DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">\n");
  forEachCell(mesh, [&](const auto&, CellNumbers type) {
    out.integer(type.vtk);
    out.add('\n');
  });
  out.add("        </DataArray>\n      </Cells>\n    </Piece>\n  </UnstructuredGrid>\n</VTKFile>\n");
  return out.take();
}

std::string vtkText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add("# vtk DataFile Version 2.0\nmesh\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS {} double\n", mesh.points.size());
  for (const auto& p : mesh.points) out.point(p);
  std::size_t size = 0;
  forEachCell(mesh, [&](const auto& element, CellNumbers) { size += element.size() + 1; });
  out.add("CELLS {} {}\n", mesh.cellCount(), size);
  forEachCell(mesh, [&](const auto& element, CellNumbers) {
    out.integer(static_cast<std::int64_t>(element.size()));
    out.nodes(element, 0);
    out.add('\n');
  });
  out.add("CELL_TYPES {}\n", mesh.cellCount());
  forEachCell(mesh, [&](const auto&, CellNumbers type) {
    out.integer(type.vtk);
    out.add('\n');
  });
  addLegacyFields(out, "POINT_DATA", mesh.points.size(), mesh.pointFields);
  addLegacyFields(out, "CELL_DATA", mesh.cellCount(), mesh.cellFields);
  return out.take();
}

std::string gmshText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n{}\n", mesh.points.size());
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    out.add("{} ", i + 1);
    out.point(mesh.points[i]);
  }
  out.add("$EndNodes\n$Elements\n{}\n", mesh.cellCount());
  std::size_t number = 0;
  forEachCell(mesh, [&](const auto& element, CellNumbers type) {
    out.add("{} {} 2 1 1", ++number, type.gmsh);
    out.nodes(element, 1);
    out.add("\n");
  });
  out.add("$EndElements\n");
  return out.take();
}

std::string netgenText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add("{}\n", mesh.points.size());
  for (const auto& p : mesh.points) out.point(p);
  const auto elements = [&](const auto& list) {
    out.add("{}\n", list.size());
    for (const auto& element : list) {
      out.add("1");
      out.nodes(element, 1);
      out.add("\n");
    }
  };
  elements(mesh.tetrahedra);
  elements(mesh.triangles);
  return out.take();
}

namespace {

/// Calls f(a, b, c, normal) for each triangle and for the two halves of each quad, with the places of the corners.
template <class F>
void forEachFacet(const MeshView& mesh, const F& f) {
  const auto facet = [&](Index i, Index j, Index k) {
    const type::Vec3 &a = mesh.points[i], &b = mesh.points[j], &c = mesh.points[k];
    const type::Vec3 normal = (b - a).cross(c - a);
    f(a, b, c, normal.norm() > 0 ? type::Vec3(normal.normalized()) : type::Vec3(type::Vec3::Zero()));
  };
  for (const auto& t : mesh.triangles) facet(t[0], t[1], t[2]);
  for (const auto& q : mesh.quads) facet(q[0], q[1], q[2]), facet(q[0], q[2], q[3]);
}

template <class T>
void appendLittleEndian(std::string& bytes, T value) {
  const auto raw = std::bit_cast<std::array<char, sizeof(T)>>(value);
  if (std::endian::native == std::endian::little)
    bytes.append(raw.begin(), raw.end());
  else
    bytes.append(raw.rbegin(), raw.rend());
}

}  // namespace

std::string stlText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add("solid mesh\n");
  forEachFacet(mesh, [&](const auto& a, const auto& b, const auto& c, const auto& normal) {
    out.add("facet normal ");
    out.point(normal);
    out.add("outer loop\n");
    for (const auto* corner : {&a, &b, &c}) {
      out.add("vertex ");
      out.point(*corner);
    }
    out.add("endloop\nendfacet\n");
  });
  out.add("endsolid mesh\n");
  return out.take();
}

std::string stlBytes(const MeshView& mesh) {
  std::string bytes(80, ' ');
  appendLittleEndian(bytes, static_cast<std::uint32_t>(mesh.triangles.size() + 2 * mesh.quads.size()));
  forEachFacet(mesh, [&](const auto& a, const auto& b, const auto& c, const auto& normal) {
    for (const auto* point : {&normal, &a, &b, &c})
      for (const double x : *point) appendLittleEndian(bytes, static_cast<float>(x));
    appendLittleEndian(bytes, std::uint16_t{0});
  });
  return bytes;
}

std::string objText(const MeshView& mesh, int digits) {
  Text out(digits);
  for (const auto& p : mesh.points) {
    out.add("v ");
    out.point(p);
  }
  const auto faces = [&](const auto& list) {
    for (const auto& face : list) {
      out.add("f");
      out.nodes(face, 1);
      out.add("\n");
    }
  };
  mesh.triangles.empty() ? faces(mesh.quads) : faces(mesh.triangles);
  return out.take();
}

std::string tetgenNodeText(const MeshView& mesh, int digits) {
  Text out(digits);
  out.add("{} 3 0 0\n", mesh.points.size());
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    out.add("{} ", i);
    out.point(mesh.points[i]);
  }
  return out.take();
}

std::string tetgenEleText(const MeshView& mesh) {
  Text out(0);
  out.add("{} 4 0\n", mesh.tetrahedra.size());
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    type::Tetrahedron t = mesh.tetrahedra[i];
    if (orientation(mesh, t) > 0) std::swap(t[0], t[1]);
    out.add("{}", i);
    out.nodes(t, 0);
    out.add("\n");
  }
  return out.take();
}

std::string tetgenFaceText(const MeshView& mesh) {
  Text out(0);
  out.add("{} 0\n", mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    out.add("{}", i);
    out.nodes(mesh.triangles[i], 0);
    out.add("\n");
  }
  return out.take();
}

}  // namespace sofa::helper::mesh
