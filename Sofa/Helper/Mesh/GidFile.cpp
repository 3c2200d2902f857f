// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/GidFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

/// The corners come first; elements of higher order have more points.
struct ElementType {
  std::string_view name;
  std::size_t corners;
};
constexpr ElementType knownTypes[] = {{"Linear", 2},    {"Triangle", 3}, {"Quadrilateral", 4}, {"Tetrahedra", 4},
                                      {"Hexahedra", 8}, {"Prism", 6},    {"Pyramid", 5}};

struct Header {
  int dimension = 3;
  std::string_view name;              // of the type
  const ElementType* type = nullptr;  // null if it is not read
  std::size_t points = 0;
};

/// "MESH dimension d ElemType T Nnode n"; other words, such as a name, are passed over.
Header readHeader(MeshText& in) {
  while (in.peekWord().starts_with('#')) in.restOfLine();
  if (const std::string_view first = in.word(); first != "MESH")
    in.fail(fmt::format("the file starts with \"{}\" instead of \"MESH\"", excerpt(first)));
  Header header;
  std::int64_t nodes = 0;
  const std::size_t line = in.line();
  type::TextReader words(in.restOfLine());
  for (std::string_view word = words.word(); !word.empty(); word = words.word()) {
    std::int64_t number = 0;
    if (word == "dimension" && words.read(number)) header.dimension = number == 2 ? 2 : 3;
    if (word == "ElemType") header.name = words.word();
    if (word == "Nnode" && words.read(number)) nodes = number;
  }
  constexpr std::int64_t most = 27;
  if (nodes < 1 || nodes > most) throw FormatError(line, fmt::format("Nnode is {}: 1 to {} are read", nodes, most));
  header.points = static_cast<std::size_t>(nodes);
  const auto* found = std::ranges::find(knownTypes, header.name, &ElementType::name);
  if (found != std::end(knownTypes) && found->corners <= header.points) header.type = found;
  return header;
}

void expectWord(MeshText& in, std::string_view wanted) {
  while (in.peekWord().starts_with('#')) in.restOfLine();
  if (const std::string_view word = in.word(); word != wanted)
    in.fail(fmt::format("\"{}\" stands where \"{}\" should be", excerpt(word), wanted));
}

/// Passes over the "End Coordinates" of a list; false if the list goes on.
bool atListEnd(MeshText& in) {
  const std::string_view word = in.peekWord();
  if (word != "End" && word != "end") return false;
  in.word();  // it may stand on a later line
  in.restOfLine();
  return true;
}

void readPoints(MeshText& in, int dimension, MeshData& mesh) {
  while (!atListEnd(in)) {
    const std::int64_t number = in.integer("the number of a point, or \"End Coordinates\",");
    if (number != static_cast<std::int64_t>(mesh.positions.size()) + 1)
      in.fail(
          fmt::format("points are numbered from 1 in order: {} expected, {} found", mesh.positions.size() + 1, number));
    type::Vec3& p = mesh.positions.emplace_back(type::Vec3::Zero());
    for (int c = 0; c < dimension; ++c) p[c] = in.real("a coordinate of a point");
    in.restOfLine();  // in the plane files may give a third coordinate or not
  }
}

void addElement(MeshData& mesh, FaceSink& faces, std::string_view type, const std::vector<type::Index>& p) {
  if (type == "Linear") mesh.edges.emplace_back(p[0], p[1]);
  if (type == "Triangle") faces.triangle(p[0], p[1], p[2]);
  if (type == "Quadrilateral") faces.quad(p[0], p[1], p[2], p[3]);
  if (type == "Tetrahedra") mesh.tetrahedra.emplace_back(p[0], p[1], p[2], p[3]);
  if (type == "Hexahedra") mesh.hexahedra.emplace_back(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]);
  if (type == "Prism") mesh.prisms.emplace_back(p[0], p[1], p[2], p[3], p[4], p[5]);
  if (type == "Pyramid") mesh.pyramids.emplace_back(p[0], p[1], p[2], p[3], p[4]);
}

void readElements(MeshText& in, const Header& header, FaceSink& faces, MeshData& mesh) {
  std::vector<type::Index> points(header.points);
  std::size_t skipped = 0;
  while (!atListEnd(in)) {
    in.integer("the number of an element, or \"End Elements\",");
    for (auto& point : points) {
      const std::int64_t number = in.integer("a point of an element");
      if (number < 1 || number > static_cast<std::int64_t>(mesh.positions.size()))
        in.fail(fmt::format("point {} of an element is not one of the {} points, which are numbered from 1", number,
                            mesh.positions.size()));
      point = static_cast<type::Index>(number - 1);
    }
    in.restOfLine();  // a material
    header.type ? addElement(mesh, faces, header.name, points) : void(++skipped);
  }
  if (header.type) mesh.isOfHighOrder |= header.points > header.type->corners;
  if (skipped > 0)
    mesh.errors.push_back(
        fmt::format("{} elements of type \"{}\" with {} points are left out: ElemType should be Linear (Nnode 2), "
                    "Triangle (3), Quadrilateral (4), Tetrahedra (4), Hexahedra (8), Prism (6) or Pyramid (5), or of "
                    "higher order with more points",
                    skipped, excerpt(header.name), header.points));
}

}  // namespace

/// A file may hold several meshes, each of one type of elements, whose points are numbered together.
MeshData readGid(std::string_view text, bool flip) {
  MeshText in(text);
  MeshData mesh;
  FaceSink faces(mesh, flip);
  do {
    const Header header = readHeader(in);
    expectWord(in, "Coordinates");
    readPoints(in, header.dimension, mesh);
    expectWord(in, "Elements");
    readElements(in, header, faces, mesh);
    while (in.peekWord().starts_with('#')) in.restOfLine();
  } while (in.peekWord() == "MESH");
  return mesh;
}

}  // namespace sofa::helper::mesh
