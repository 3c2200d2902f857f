// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <random>

#include "Sofa/Geometry/Contact/ContactSurface.h"

namespace sofa::tests {

/// Bodies for tests of contact: their points, numbered through, and elements.
struct SheetBodies {
  std::vector<type::Vec3> x;
  std::vector<geometry::ContactSurface::Body> bodies;

  /// A square of n x n cells around `centre` with sides of 1 m along u and v, cut into triangles.
  void addSheet(int n, const type::Vec3& centre, const type::Vec3& u, const type::Vec3& v) {
    const auto first = static_cast<type::Index>(x.size()), row = static_cast<type::Index>(n + 1);
    auto& body = bodies.emplace_back();
    for (int j = 0; j <= n; ++j)
      for (int i = 0; i <= n; ++i) x.push_back(centre + (i / double(n) - 0.5) * u + (j / double(n) - 0.5) * v);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const type::Index a = first + i + j * row;
        body.triangles.push_back({a, a + 1, a + row + 1});
        body.triangles.push_back({a, a + row + 1, a + row});
      }
  }
  /// n edges in a row.
  void addRod(int n, const type::Vec3& from, const type::Vec3& to) {
    const auto first = static_cast<type::Index>(x.size());
    auto& body = bodies.emplace_back();
    for (int i = 0; i <= n; ++i) x.push_back(from + i / double(n) * (to - from));
    for (int i = 0; i < n; ++i) body.edges.push_back({first + i, first + i + 1});
  }
  void addPoints(std::initializer_list<type::Vec3> points) {
    auto& body = bodies.emplace_back();
    for (const auto& p : points) {
      body.points.push_back(static_cast<type::Index>(x.size()));
      x.push_back(p);
    }
  }
  void shake(double size, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> real(-size, size);
    for (auto& p : x) p += type::Vec3(real(random), real(random), real(random));
  }
  geometry::ContactSurface surface(bool withThemselves = true, double thickness = 0.01) const {
    return geometry::ContactSurface(bodies, x, thickness,
                                    [&](std::size_t a, std::size_t b) { return a != b || withThemselves; });
  }
};

/// Sheets, rods and points that lie close to each other.
inline SheetBodies randomBodies(unsigned seed) {
  using type::Vec3;
  SheetBodies all;
  all.addSheet(6, Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0));
  all.addSheet(5, Vec3(0.1, 0.2, 0.05), Vec3(0.9, 0.3, 0), Vec3(0, 1, 0.2));
  all.addRod(7, Vec3(-0.6, -0.4, 0.1), Vec3(0.6, 0.5, 0.1));
  all.addRod(4, Vec3(-0.6, 0.4, 0.12), Vec3(0.6, -0.5, 0.1));
  all.addPoints({{0.2, 0.1, 0.08}, {0, 0, 0.1}, {0.01, 0, 0.1}, {0.3, 0.3, -0.05}});
  all.shake(0.03, seed);
  return all;
}

}  // namespace sofa::tests
