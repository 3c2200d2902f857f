// SPDX-License-Identifier: Apache-2.0
// Remeshing by sizes: random meshes keep their volume, border and topology, no cell turns over, edges get their
// lengths.
#include "Sofa/Geometry/Remesh.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "Sofa/Geometry/Measure.h"
#include "Sofa/Geometry/MeshCut.h"

namespace sofa::geometry {
namespace {

using Random = std::mt19937;
double uniform(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() % 100001) / 100000;
}

/// nx x ny squares of side 1 with diagonals at random, and points that are not on the border off their places.
PlainMesh<Triangle> sheet(int nx, int ny, Random& random, double shift) {
  PlainMesh<Triangle> mesh;
  for (int j = 0; j <= ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      const bool inside = i > 0 && j > 0 && i < nx && j < ny;
      const double d = inside ? shift : 0;
      mesh.points.emplace_back(i + uniform(random, -d, d), j + uniform(random, -d, d), 0);
    }
  const auto at = [&](int i, int j) { return static_cast<Index>(j * (nx + 1) + i); };
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i < nx; ++i) {
      const Index a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
      const bool rising = random() % 2;
      mesh.cells.emplace_back(a, b, rising ? c : d);
      rising ? mesh.cells.emplace_back(a, c, d) : mesh.cells.emplace_back(b, c, d);
    }
  return mesh;
}

/// Cubes of side 1, six tetrahedra each, points inside off their places.
PlainMesh<Tetrahedron> box(int nx, int ny, int nz, Random& random, double shift) {
  PlainMesh<Tetrahedron> mesh;
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i) {
        const bool inside = i > 0 && j > 0 && k > 0 && i < nx && j < ny && k < nz;
        const double d = inside ? shift : 0;
        mesh.points.emplace_back(i + uniform(random, -d, d), j + uniform(random, -d, d), k + uniform(random, -d, d));
      }
  const auto at = [&](int i, int j, int k) { return static_cast<Index>((k * (ny + 1) + j) * (nx + 1) + i); };
  constexpr int paths[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i)
        for (int p = 0; p < 6; ++p) {
          std::array<int, 3> c{i, j, k};
          Tetrahedron t;
          t[0] = at(c[0], c[1], c[2]);
          for (std::size_t step = 0; step < 3; ++step) {
            ++c[paths[p][step]];
            t[step + 1] = at(c[0], c[1], c[2]);
          }
          if (p >= 3) std::swap(t[1], t[2]);
          mesh.cells.push_back(t);
        }
  return mesh;
}

double measureOf(const Triangle& t, const std::vector<Vec3>& x) {
  return signedTriangleArea(x[t[0]], x[t[1]], x[t[2]]);
}
double measureOf(const Tetrahedron& t, const std::vector<Vec3>& x) {
  return signedTetrahedronVolume(x[t[0]], x[t[1]], x[t[2]], x[t[3]]);
}

/// What remeshing must leave as it is.
struct Kept {
  double measure = 0, smallest = 1e300;
  long euler = 0;
  double border = 0;    ///< length or area of the free facets
  std::size_t bad = 0;  ///< facets of more than two cells, or two that run the same way round
  std::size_t off = 0;  ///< free facets that are not on the box around all
};
template <class Cell>
Kept keptOf(const PlainMesh<Cell>& mesh) {
  constexpr std::size_t corners = Cell().size();
  Kept kept;
  Vec3 low = mesh.points.front(), high = low;
  for (const Vec3& p : mesh.points) low = low.cwiseMin(p), high = high.cwiseMax(p);
  std::set<std::vector<Index>> simplices;
  std::map<FacetOf<Cell>, std::vector<bool>> facets;
  for (const Cell& cell : mesh.cells) {
    const double m = measureOf(cell, mesh.points);
    kept.measure += m;
    kept.smallest = std::min(kept.smallest, m);
    for (unsigned set = 1; set < 1u << corners; ++set) {
      std::vector<Index> part;
      for (std::size_t i = 0; i < corners; ++i)
        if (set >> i & 1u) part.push_back(cell[i]);
      std::ranges::sort(part);
      simplices.insert(part);
    }
    for (std::size_t k = 0; k < corners; ++k) {
      FacetOf<Cell> facet;
      std::size_t n = 0;
      for (std::size_t i = 0; i < corners; ++i)
        if (i != k) facet[n++] = cell[i];
      bool odd = k % 2;
      for (std::size_t i = 0; i < facet.size(); ++i)
        for (std::size_t j = i + 1; j < facet.size(); ++j) odd ^= facet[i] > facet[j];
      std::ranges::sort(facet);
      facets[facet].push_back(odd);
    }
  }
  for (const auto& simplex : simplices) kept.euler += simplex.size() % 2 ? 1 : -1;
  for (const auto& [facet, sides] : facets) {
    kept.bad += sides.size() > 2 || (sides.size() == 2 && sides[0] == sides[1]);
    if (sides.size() != 1) continue;
    const auto& x = mesh.points;
    if constexpr (corners == 4)
      kept.border += triangleArea(x[facet[0]], x[facet[1]], x[facet[2]]);
    else
      kept.border += edgeLength(x[facet[0]], x[facet[1]]);
    bool on = false;
    for (int axis = 0; axis < static_cast<int>(corners) - 1; ++axis)
      for (const double side : {low[axis], high[axis]})
        on = on || std::ranges::all_of(facet, [&](Index i) { return std::abs(x[i][axis] - side) < 1e-9; });
    kept.off += !on;
  }
  return kept;
}

template <class Cell>
RemeshReport check(const PlainMesh<Cell>& mesh, const RemeshInput<Cell>& input, const RemeshSettings& settings,
                   PlainMesh<Cell>& after) {
  const auto change = remesh(input, settings);
  after = afterwards(input, change);
  const Kept a = keptOf(mesh), b = keptOf(after);
  EXPECT_NEAR(b.measure, a.measure, 1e-9 * a.measure);
  EXPECT_NEAR(b.border, a.border, 1e-9 * a.border);
  EXPECT_GT(b.smallest, 0) << "turned over";
  EXPECT_EQ(b.euler, a.euler);
  EXPECT_EQ(b.bad, 0u);
  EXPECT_EQ(b.off, 0u) << "the border stays";
  double smallest = 1;
  for (std::size_t c = after.cells.size() - change.cells.size(); c < after.cells.size(); ++c)
    smallest = std::min(smallest, shapeQuality(after.cells[c], after.points));
  EXPECT_NEAR(smallest, change.report.smallestQuality, 1e-12);
  // What cells had is shared out among those in their place.
  std::map<Index, double> given;
  for (std::size_t k = 0; k < change.cells.size(); ++k) {
    const double m = measureOf(after.cells[after.cells.size() - change.cells.size() + k], after.points);
    double all = 0;
    for (const auto& [i, part] : change.made[k]) given[i] += part * m, all += part;
    EXPECT_NEAR(all, 1, 1e-12);
  }
  EXPECT_EQ(given.size(), change.removed.size());
  for (const Index c : change.removed)
    EXPECT_NEAR(given[c], measureOf(mesh.cells[c], mesh.points),
                1e-7 * a.measure / static_cast<double>(mesh.cells.size()));
  for (const auto& p : change.points) {
    double all = 0;
    for (const auto& [i, part] : p) all += part;
    EXPECT_NEAR(all, 1, 1e-12);
  }
  return change.report;
}

template <class Cell>
RemeshInput<Cell> inputOf(const PlainMesh<Cell>& mesh, const std::vector<double>& sizes) {
  return {mesh.points, mesh.points, mesh.cells, sizes};
}

TEST(Remesh, trianglesGetOneSizeEverywhere) {
  for (const unsigned seed : {1u, 2u, 3u, 4u})
    for (const double size : {0.4, 0.7, 1.0}) {
      SCOPED_TRACE(testing::Message() << seed << " " << size);
      Random random(seed);
      const auto mesh = sheet(14, 11, random, 0.3);
      const std::vector<double> sizes(mesh.points.size(), size);
      PlainMesh<Triangle> after;
      const auto report = check(mesh, inputOf(mesh, sizes), {}, after);
      EXPECT_GE(report.partInBand(), 0.95);
      EXPECT_GT(report.smallestQuality, 0.5);
      EXPECT_EQ(report.edges, after.points.size() + after.cells.size() - 1) << "Euler";
    }
}

TEST(Remesh, tetrahedraGetOneSizeEverywhere) {
  for (const unsigned seed : {1u, 2u})
    for (const double size : {0.6, 1.0, 1.3}) {
      SCOPED_TRACE(testing::Message() << seed << " " << size);
      Random random(seed);
      const auto mesh = box(4, 3, 4, random, 0.2);
      const std::vector<double> sizes(mesh.points.size(), size);
      PlainMesh<Tetrahedron> after;
      const auto report = check(mesh, inputOf(mesh, sizes), {}, after);
      EXPECT_GE(report.partInBand(), 0.95);
      EXPECT_GT(report.smallestQuality, 0.3);
      EXPECT_GT(report.flips, 0u);
    }
}

TEST(Remesh, aMeshThatFitsStays) {
  Random random(8);
  const auto mesh = box(4, 4, 4, random, 0.2);
  const std::vector<double> sizes(mesh.points.size(), 0.8);
  const auto once = afterwards(inputOf(mesh, sizes), remesh(inputOf(mesh, sizes), {}));
  const std::vector<double> again(once.points.size(), 0.8);
  const auto report = remesh(inputOf(once, again), {}).report;
  EXPECT_LE(report.splits + report.collapses, once.points.size() / 20) << "of what was left after ten passes";
  const auto fine = sheet(3, 3, random, 0);
  const std::vector<double> one(fine.points.size(), 1.1);
  EXPECT_TRUE(remesh(inputOf(fine, one), {.flips = false, .relaxation = false}).isNothing());
}

TEST(Remesh, sizesChangeFromPlaceToPlace) {
  Random random(3);
  const auto mesh = sheet(12, 12, random, 0.2);
  const std::vector<double> sizes(mesh.points.size(), 2);
  auto input = inputOf(mesh, sizes);
  input.field = [](const Vec3& x) { return 0.15 + 0.35 * (x - Vec3(3.3, 4.1, 0)).norm(); };
  PlainMesh<Triangle> after;
  const auto report = check(mesh, input, {}, after);
  EXPECT_GE(report.partInBand(), 0.9) << "sizes differ within an edge";
  std::size_t near = 0, far = 0;
  for (const Triangle& t : after.cells) {
    const double distance = (after.points[t[0]] - Vec3(3.3, 4.1, 0)).norm();
    const double longest = std::max({edgeLength(after.points[t[0]], after.points[t[1]]),
                                     edgeLength(after.points[t[1]], after.points[t[2]]),
                                     edgeLength(after.points[t[0]], after.points[t[2]])});
    if (distance < 0.4) {
      ++near;
      EXPECT_LT(longest, 0.5);
    } else if (distance > 6) {
      ++far;
      EXPECT_GT(longest, 0.8);
    }
  }
  EXPECT_GT(near, 12u);
  EXPECT_GT(far, 20u);
}

TEST(Remesh, holesAndCornersStay) {
  Random random(4);
  auto mesh = sheet(12, 9, random, 0.2);
  std::erase_if(mesh.cells, [&](const Triangle& t) {
    return std::ranges::any_of(t,
                               [&](Index i) { return (mesh.points[i] - Vec3(5, 4, 0)).cwiseAbs().maxCoeff() < 0.9; });
  });
  const std::vector<double> sizes(mesh.points.size(), 2);
  const auto input = inputOf(mesh, sizes);
  const auto after = afterwards(input, remesh(input, {}));
  const Kept a = keptOf(afterwards(input, {})), b = keptOf(after);
  EXPECT_EQ(a.euler, 0);
  EXPECT_EQ(b.euler, 0);
  EXPECT_NEAR(b.measure, a.measure, 1e-9);
  EXPECT_NEAR(b.border, a.border, 1e-9);
  EXPECT_LT(after.cells.size(), mesh.cells.size() / 2);
  const Vec3 corner(12, 9, 0);
  EXPECT_TRUE(std::ranges::any_of(after.points, [&](const Vec3& p) { return p == corner; }));
}

/// The surface of a box; its faces are at right angles.
PlainMesh<Triangle> skin(const PlainMesh<Tetrahedron>& mesh) {
  PlainMesh<Triangle> skin{mesh.points, {}};
  std::map<std::array<Index, 3>, std::pair<int, Triangle>> faces;
  for (const Tetrahedron& t : mesh.cells)
    for (const auto& corners : tetrahedronTriangles) {
      const auto face = subElement<Triangle>(t, corners);
      std::array<Index, 3> key{face[0], face[1], face[2]};
      std::ranges::sort(key);
      auto& [count, one] = faces[key];
      ++count, one = face;
    }
  for (const auto& [key, face] : faces)
    if (face.first == 1) skin.cells.push_back(face.second);
  const std::vector<double> sizes(skin.points.size(), 1);
  return afterwards(inputOf(skin, sizes), {});
}
TEST(Remesh, creasesOfASurfaceStay) {
  Random random(6);
  const auto mesh = skin(box(5, 4, 5, random, 0));
  for (const double size : {0.5, 1.0, 1.8}) {
    SCOPED_TRACE(size);
    const std::vector<double> sizes(mesh.points.size(), size);
    const auto input = inputOf(mesh, sizes);
    const auto after = afterwards(input, remesh(input, {}));
    double area = 0, volume = 0;
    for (const Triangle& t : after.cells) {
      const auto& x = after.points;
      area += triangleArea(x[t[0]], x[t[1]], x[t[2]]);
      volume += x[t[0]].dot(x[t[1]].cross(x[t[2]])) / 6;
    }
    EXPECT_NEAR(area, 2 * (20 + 25 + 20), 1e-9);
    EXPECT_NEAR(volume, 100, 1e-9);
    EXPECT_EQ(keptOf(after).euler, 2);
    EXPECT_EQ(keptOf(after).bad, 0u);
  }
}

TEST(Remesh, deviationLetsCurvedSurfacesGetCoarser) {
  Random random(7);
  auto mesh = skin(box(8, 8, 8, random, 0));
  for (Vec3& p : mesh.points) p = 4 * (p - Vec3(4, 4, 4)).normalized();
  const std::vector<double> sizes(mesh.points.size(), 1.6);
  const auto input = inputOf(mesh, sizes);
  const auto strict = remesh(input, {}), loose = remesh(input, {.deviation = 0.1});
  EXPECT_EQ(strict.report.collapses, 0u);
  EXPECT_GT(loose.report.collapses, 100u);
  const auto after = afterwards(input, loose);
  EXPECT_EQ(keptOf(after).euler, 2);
  const auto volumeOf = [](const PlainMesh<Triangle>& m) {
    double volume = 0;
    for (const Triangle& t : m.cells) volume += m.points[t[0]].dot(m.points[t[1]].cross(m.points[t[2]])) / 6;
    return volume;
  };
  EXPECT_NEAR(volumeOf(after), volumeOf(mesh), 0.15 * volumeOf(mesh));
}

TEST(Remesh, noCellTurnsOverWhereItIsNow) {
  Random random(9);
  const auto mesh = box(4, 3, 4, random, 0.15);
  auto now = mesh.points;
  for (Vec3& p : now)
    p = Vec3(p.x() + 0.8 * std::sin(0.7 * p.y()), 0.7 * p.y() + 0.1 * p.x() * p.z(), p.z() + 0.5 * std::cos(p.x()));
  const auto smallest = [](const std::vector<Tetrahedron>& cells, const std::vector<Vec3>& x) {
    double least = 1;
    for (const auto& t : cells) least = std::min(least, measureOf(t, x));
    return least;
  };
  ASSERT_GT(smallest(mesh.cells, now), 0);
  for (const double size : {0.6, 1.6})
    for (const bool atRest : {true, false}) {
      SCOPED_TRACE(size);
      const std::vector<double> sizes(mesh.points.size(), size);
      RemeshInput<Tetrahedron> input{now, mesh.points, mesh.cells, sizes};
      input.atRest = atRest;
      const auto change = remesh(input, {});
      ASSERT_FALSE(change.isNothing());
      auto moved = now;
      for (const Mixture& of : change.points) {
        Vec3 p = Vec3::Zero();
        for (const auto& [i, part] : of) p += part * now[i];
        moved.push_back(p);
      }
      EXPECT_GT(smallest(change.cells, moved), 0);
      EXPECT_GT(keptOf(afterwards(input, change)).smallest, 0);
    }
}

TEST(Remesh, keptPointsAndWhatCannotBeUsedStay) {
  Random random(10);
  auto mesh = box(3, 3, 3, random, 0.1);
  std::vector<char> kept(mesh.points.size(), 0);
  for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = mesh.points[i].x() == 0;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  mesh.points.emplace_back(nan, 0, 0);
  kept.push_back(0);
  mesh.cells.emplace_back(0, 1, 2, static_cast<Index>(mesh.points.size() - 1));
  mesh.cells.emplace_back(5, 5, 6, 7);
  mesh.cells.emplace_back(0, 1, 2, 4'000'000);
  const std::size_t bad = mesh.cells.size() - 3;
  for (const double size : {0.5, 2.0}) {
    const std::vector<double> sizes(mesh.points.size(), size);
    auto input = inputOf(mesh, sizes);
    input.kept = kept;
    const auto change = remesh(input, {});
    ASSERT_FALSE(change.isNothing());
    EXPECT_TRUE(std::ranges::none_of(change.removed, [&](Index c) { return c >= bad; }));
    std::set<Index> used;
    for (std::size_t c = 0, gone = 0; c < bad; ++c)
      if (gone < change.removed.size() && change.removed[gone] == c)
        ++gone;
      else
        used.insert(mesh.cells[c].begin(), mesh.cells[c].end());
    for (const auto& cell : change.cells) used.insert(cell.begin(), cell.end());
    for (std::size_t i = 0; i < kept.size(); ++i) EXPECT_TRUE(!kept[i] || used.contains(static_cast<Index>(i)));
    for (const Mixture& of : change.points)
      EXPECT_FALSE(std::ranges::all_of(of, [&](const auto& part) { return kept[part.first]; }));
  }
  const std::vector<double> sizes(mesh.points.size(), 0.01);
  const auto full = remesh(inputOf(mesh, sizes), {.maxPoints = 500});
  EXPECT_TRUE(full.report.isFull);
  EXPECT_LE(full.points.size(), 500u);
  EXPECT_TRUE(remesh(inputOf(PlainMesh<Triangle>{}, {}), {}).isNothing());
}

}  // namespace
}  // namespace sofa::geometry
