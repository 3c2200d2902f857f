// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/Mesh/OffFile.h"

#include "Sofa/Helper/Mesh/MeshText.h"

namespace sofa::helper::mesh {
namespace {

/// The text with spaces instead of "# ..." up to the line ends.
std::string withoutComments(std::string_view text) {
  std::string copy(text);
  bool comment = false;
  for (char& c : copy) {
    if (c == '#') comment = true;
    if (c == '\n') comment = false;
    if (comment) c = ' ';
  }
  return copy;
}

}  // namespace

MeshData readOff(std::string_view text, bool flip) {
  const std::string plain = withoutComments(text);
  MeshText in(plain);
  if (const std::string_view first = in.word(); first != "OFF")
    in.fail(fmt::format("the file starts with \"{}\" instead of \"OFF\"", excerpt(first)));
  MeshData mesh;
  const std::size_t points = in.count("vertices", 6);
  const std::size_t faces = in.count("faces", 2);
  in.integer("the number of edges");
  mesh.positions.reserve(points);
  for (std::size_t i = 0; i < points; ++i) {
    mesh.positions.push_back(in.point("a coordinate of a vertex"));
    in.restOfLine();
  }
  FaceSink sink(mesh, flip);
  std::size_t skipped = 0;
  for (std::size_t f = 0; f < faces; ++f) {
    const std::int64_t corners = in.integer("the number of corners of a face");
    IndexArray<4> c{};
    const bool known = corners == 3 || corners == 4;
    for (std::size_t i = 0; known && i < static_cast<std::size_t>(corners); ++i) c[i] = in.index(points, "face");
    in.restOfLine();  // a color, or a face that is left out
    if (corners == 3) sink.triangle(c[0], c[1], c[2]);
    if (corners == 4) sink.quad(c[0], c[1], c[2], c[3]);
    skipped += !known;
  }
  if (skipped > 0)
    mesh.warnings.push_back(fmt::format("{} faces with other than 3 or 4 corners are left out", skipped));
  return mesh;
}

}  // namespace sofa::helper::mesh
