// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Subdivision.h"

namespace sofa::geometry {
namespace {

constexpr std::array<Corners<4>, 6> sixTetrahedra{
    {{0, 5, 1, 6}, {0, 1, 3, 6}, {1, 3, 6, 2}, {6, 3, 0, 7}, {6, 7, 0, 5}, {7, 5, 4, 0}}};
/// The same with the last two corners exchanged, for a mirrored hexahedron.
constexpr std::array<Corners<4>, 6> sixMirrored{
    {{0, 5, 6, 1}, {0, 1, 6, 3}, {1, 3, 2, 6}, {6, 3, 7, 0}, {6, 7, 5, 0}, {7, 5, 0, 4}}};

void exchange(Hexahedron& h, const std::array<Corners<2>, 4>& pairs) {
  for (const auto& pair : pairs) std::swap(h[pair[0]], h[pair[1]]);
}

/// Mirrors the corners of hexahedron i of a grid where its neighbours are not. True if its orientation is reversed.
/// Along x the even ones are mirrored, along y and z the odd ones.
bool mirror(Hexahedron& h, std::size_t i, std::size_t cellsX, std::size_t cellsY) {
  bool reversed = false;
  const auto mirrorIf = [&](bool condition, const std::array<Corners<2>, 4>& pairs) {
    if (!condition) return;
    exchange(h, pairs);
    reversed = !reversed;
  };
  mirrorIf(i % cellsX % 2 == 0, {{{0, 1}, {3, 2}, {4, 5}, {7, 6}}});
  mirrorIf(i / cellsX % cellsY % 2 == 1, {{{0, 3}, {1, 2}, {4, 7}, {5, 6}}});
  mirrorIf(i / (cellsX * cellsY) % 2 == 1, {{{0, 4}, {1, 5}, {2, 6}, {3, 7}}});
  return reversed;
}

}  // namespace

std::vector<Tetrahedron> splitHexahedra(const std::vector<Hexahedron>& hexahedra, bool swapping, std::size_t cellsX,
                                        std::size_t cellsY) {
  std::vector<Tetrahedron> tetrahedra;
  tetrahedra.reserve(6 * hexahedra.size());
  for (std::size_t i = 0; i < hexahedra.size(); ++i) {
    Hexahedron h = hexahedra[i];
    const bool reversed = swapping && mirror(h, i, cellsX, cellsY);
    for (const auto& corners : reversed ? sixMirrored : sixTetrahedra)
      tetrahedra.push_back(subElement<Tetrahedron>(h, corners));
  }
  return tetrahedra;
}

std::vector<Triangle> splitQuads(const std::vector<Quad>& quads, bool swapping, std::size_t rowLength) {
  std::vector<Triangle> triangles;
  triangles.reserve(2 * quads.size());
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const Quad& q = quads[i];
    // Column parity against the row's whole number: the lowest bit of either decides.
    const bool otherDiagonal = swapping && ((i % rowLength) ^ (i / rowLength)) % 2 == 1;
    triangles.push_back(otherDiagonal ? Triangle(q[0], q[1], q[3]) : Triangle(q[1], q[2], q[0]));
    triangles.push_back(otherDiagonal ? Triangle(q[2], q[3], q[1]) : Triangle(q[3], q[0], q[2]));
  }
  return triangles;
}

}  // namespace sofa::geometry
