// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "Sofa/Geometry/BodyCentredLattice.h"
#include "Sofa/Geometry/Measure.h"

namespace sofa::test {
namespace {

using geometry::BodyCentredLattice;
using type::Vec3;

TEST(BodyCentredLattice, CoversTheBoxWithAPointAtItsCentre) {
  const BodyCentredLattice lattice({{1, 2, 3}, {3, 3, 3.5}}, 0.5);
  const auto x = lattice.positions();
  EXPECT_EQ(lattice.pointCount(), x.size());
  EXPECT_EQ(BodyCentredLattice::pointCount({{1, 2, 3}, {3, 3, 3.5}}, 0.5), static_cast<double>(x.size()));
  EXPECT_LT(x.front().x(), 1 - 0.5);
  EXPECT_TRUE(std::any_of(x.begin(), x.end(), [](const Vec3& p) { return p.isApprox(Vec3(2, 2.5, 3.25)); }));
  EXPECT_FALSE(lattice.isSecond(0));
  EXPECT_TRUE(lattice.isSecond(lattice.pointCount() - 1));
}

TEST(BodyCentredLattice, KnowsTheNeighboursOfEachPoint) {
  const BodyCentredLattice lattice({{0, 0, 0}, {1, 2, 1}}, 1);
  const auto x = lattice.positions();
  std::size_t missing = 0;
  for (type::Index p = 0; p < lattice.pointCount(); ++p)
    for (int e = 0; e < BodyCentredLattice::directions; ++e) {
      const auto q = lattice.neighbour(p, e);
      if (q == type::invalidIndex) {
        ++missing;
        continue;
      }
      EXPECT_LT((x[q] - x[p] - lattice.edge(e)).norm(), 1e-12);
      EXPECT_EQ(lattice.neighbour(q, e ^ 1), p);
      EXPECT_EQ(lattice.isSecond(p) == lattice.isSecond(q), BodyCentredLattice::isLong(e));
    }
  EXPECT_GT(missing, 0u);
  EXPECT_EQ(lattice.edge(6 + 1), -lattice.edge(6));
}

TEST(BodyCentredLattice, IsFilledByItsTetrahedra) {
  const BodyCentredLattice lattice({{0, 0, 0}, {1, 1, 1}}, 1);
  const auto x = lattice.positions();
  std::map<std::array<type::Index, 3>, int> faces;
  std::size_t count = 0;
  lattice.forEachTetrahedron([&](const type::Tetrahedron& t) {
    ++count;
    EXPECT_NEAR(geometry::tetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]), 1.0 / 12, 1e-12);
    for (std::size_t skipped = 0; skipped < 4; ++skipped) {
      std::array<type::Index, 3> face;
      for (std::size_t i = 0, n = 0; i < 4; ++i)
        if (i != skipped) face[n++] = t[i];
      std::sort(face.begin(), face.end());
      ++faces[face];
    }
  });
  EXPECT_GT(count, 12u);
  for (const auto& [face, uses] : faces) EXPECT_LE(uses, 2);  // neighbours share whole faces
}

TEST(LatticeCrossings, TellInsideFromOutside) {
  const double size = 0.31;  // no line meets a corner
  const BodyCentredLattice lattice({{0, 0, 0}, {1.97, 1.73, 1.46}}, size);
  const std::vector<Vec3> corners{{0, 0, 0}, {2, 0, 0.1}, {0.1, 1.7, 0}, {0.2, 0.1, 1.5}};
  const std::vector<type::Triangle> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const auto crossings = cross(lattice, corners, faces);
  const auto x = lattice.positions();
  std::size_t inside = 0;
  for (type::Index p = 0; p < lattice.pointCount(); ++p) {
    double depth = 1e9, ahead = 1e9;  // below the nearest face, and up to where the way along +x leaves the body
    for (const auto& f : faces) {
      const Vec3 normal = (corners[f[1]] - corners[f[0]]).cross(corners[f[2]] - corners[f[0]]).normalized();
      const double below = normal.dot(corners[f[0]] - x[p]);
      depth = std::min(depth, below);
      if (normal.x() > 0) ahead = std::min(ahead, below / normal.x());
    }
    if (depth > 0) {
      EXPECT_GT(crossings.votes[p], 0) << x[p].transpose();
      EXPECT_NEAR(crossings.cut[p][1], ahead / size, 1e-12);
      ++inside;
    } else {
      EXPECT_LE(crossings.votes[p], 0) << x[p].transpose();
    }
  }
  EXPECT_GT(inside, 20u);
}

}  // namespace
}  // namespace sofa::test
