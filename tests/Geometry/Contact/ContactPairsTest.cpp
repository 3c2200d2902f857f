// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Contact/ContactPairs.h"

#include <map>

#include "Geometry/Contact/RandomSheets.h"
#include "Sofa/Geometry/Contact/LogBarrier.h"

namespace sofa::tests {
namespace {

using geometry::ContactPair;
using geometry::ContactSurface;
using type::Index;
using type::Vec3;
using Points = std::vector<Vec3>;
using Kind = ContactPair::Kind;

std::vector<ContactPair> pairsAt(const ContactSurface& surface, const Points& x, double distance) {
  geometry::CandidateSearch search;
  geometry::ContactCandidates candidates;
  geometry::ContactPairs pairs;
  search.find(surface, x, distance, candidates);
  pairs.find(surface, candidates, x, distance);
  return pairs.list();
}

double energyAt(const ContactSurface& surface, const Points& x, double distance) {
  double sum = 0;
  for (const auto& pair : pairsAt(surface, x, distance)) sum += geometry::barrierEnergy(pair, x, distance, 1);
  return sum;
}

/// Derivative of the energy where all points move by `v`.
double slopeAlong(const ContactSurface& surface, const Points& x, double distance, const Points& v) {
  double sum = 0;
  for (const auto& pair : pairsAt(surface, x, distance)) {
    const auto f = geometry::barrierDerivatives(pair, x, distance, 1);
    for (int i = 0; i < pair.pointCount(); ++i) sum += f.gradient.segment<3>(3 * i).dot(v[pair.points[i]]);
  }
  return sum;
}

/// Over a flat sheet each point has one pair, wherever its foot is.
TEST(ContactPairs, aPointOverAFlatSheetCountsOnce) {
  for (const Vec3& foot : {Vec3(0.05, 0.02, 0), Vec3(0, 0.1, 0), Vec3(0, 0, 0), Vec3(0.125, 0.125, 0),
                           Vec3(0.5, 0.1, 0), Vec3(0.51, 0.1, 0), Vec3(0.51, 0.51, 0), Vec3(0.5, 0.5, 0)}) {
    SheetBodies all;
    all.addSheet(4, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
    all.addPoints({foot + Vec3(0, 0, 0.03)});
    const auto point = static_cast<Index>(all.x.size() - 1);
    double total = 0, ofSheet = 0;
    for (const auto& pair : pairsAt(all.surface(), all.x, 0.05)) {
      if (pair.kind == Kind::edgeEdge) continue;
      EXPECT_NEAR(geometry::squaredDistance(pair, all.x), std::pow(0.03, 2) + (foot - foot.cwiseMin(0.5)).squaredNorm(),
                  1e-12);
      (pair.points[0] == point ? total : ofSheet) += pair.area;
    }
    EXPECT_NEAR(total, 1e-4 / 2, 1e-12) << foot.x() << ' ' << foot.y();
    EXPECT_GE(ofSheet, 0);  // the point, met by the corners of the sheet
  }
}

/// At a gap the energy is that of the area, for meshes that do not match, but for what the edges add.
TEST(ContactPairs, theEnergyOfAGapIsThatOfItsArea) {
  const double distance = 1e-3, gap = 0.4e-3;
  const double expected = distance * geometry::LogBarrier::at(0.16).value;
  for (const auto& [n, m] : {std::array{8, 8}, std::array{7, 12}, std::array{20, 9}, std::array{16, 16}}) {
    SheetBodies all;
    all.addSheet(n, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
    all.addSheet(m, Vec3(0, 0, gap), Vec3(1, 0, 0), Vec3(0, 1, 0));
    EXPECT_NEAR(energyAt(all.surface(false, distance), all.x, distance) / expected, 1, 0.01) << n << ' ' << m;
  }
}

/// The energy of a point that glides over a roof, a valley and a saddle has no jump: it changes by its slope, but for
/// where the way bends between two places.
TEST(ContactPairs, theEnergyIsContinuous) {
  for (const double slope : {0.5, -0.5})
    for (const double twist : {0.0, 0.4}) {
      SheetBodies all;
      all.addSheet(4, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
      for (auto& x : all.x) x.z() = slope * std::abs(x.x()) + twist * x.x() * x.y();
      all.addPoints({{0, 0, 0}});
      const auto surface = all.surface(false);
      const double distance = 0.08, step = 1e-4;
      Points v(all.x.size());
      double before = 0, slopeBefore = 0, largest = 0, worst = 0;
      for (double s = -0.3; s < 0.3; s += step) {
        all.x.back() = Vec3(s, 0.02 + 0.3 * s, slope * std::abs(s) + 0.03);
        v.back() = Vec3(1, 0.3, s < 0 ? -slope : slope);
        const double energy = energyAt(surface, all.x, distance), now = slopeAlong(surface, all.x, distance, v);
        EXPECT_GE(energy, 0);
        largest = std::max(largest, std::abs(now));
        if (s > -0.3) worst = std::max(worst, std::abs(energy - before - step * (now + slopeBefore) / 2));
        before = energy;
        slopeBefore = now;
      }
      EXPECT_GT(largest, 0);
      EXPECT_LT(worst, step * largest) << slope << ' ' << twist;
    }
}

TEST(ContactPairs, gradientAndHessianAreThoseOfFiniteDifferences) {
  const SheetBodies all = randomBodies(4);
  const double distance = 0.05;
  std::map<Kind, int> seen;
  for (const ContactPair& pair : pairsAt(all.surface(), all.x, distance)) {
    if (++seen[pair.kind] > 30) continue;
    Points x = all.x;
    const auto f = geometry::barrierDerivatives(pair, x, distance, 7);
    EXPECT_NEAR(f.value, geometry::barrierEnergy(pair, x, distance, 7), 1e-12 * std::abs(f.value));
    constexpr double h = 1e-8;
    for (int i = 0; i < 3 * pair.pointCount(); ++i) {
      double& c = x[pair.points[i / 3]][i % 3];
      const double there = c;
      c = there + h;
      const auto after = geometry::barrierDerivatives(pair, x, distance, 7);
      c = there - h;
      const auto before = geometry::barrierDerivatives(pair, x, distance, 7);
      c = there;
      EXPECT_NEAR((after.value - before.value) / (2 * h), f.gradient[i], 1e-5 * f.gradient.norm() + 1e-9);
      for (int j = 0; j < 3 * pair.pointCount(); ++j)
        EXPECT_NEAR((after.gradient[j] - before.gradient[j]) / (2 * h), f.hessian(i, j),
                    1e-4 * f.hessian.norm() + 1e-7);
    }
  }
  for (const Kind kind : {Kind::pointPoint, Kind::pointEdge, Kind::pointFace, Kind::edgeEdge})
    EXPECT_GT(seen[kind], 0) << static_cast<int>(kind);
}

}  // namespace
}  // namespace sofa::tests
