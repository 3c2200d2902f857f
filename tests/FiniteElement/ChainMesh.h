// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "Sofa/FiniteElement/ReferenceElement.h"
#include "Sofa/Helper/Parallel.h"

namespace sofa::test {

using fem::ReferenceElement;
using type::Index;

/// A chain of copies of the reference element, each turned and shifted a little; neighbours share nodes.
template <class Element, int Dimension>
struct ChainMesh {
  using Point = type::Vec<Dimension>;
  static constexpr int nodes = ReferenceElement<Element>::nodeCount;
  std::vector<Point> rest, x;
  std::vector<Element> elements;

  explicit ChainMesh(int count) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(-0.1, 0.1);
    const auto any = [&] {
      Point p;
      for (double& c : p) c = uniform(random);
      return p;
    };
    for (int e = 0; e < count; ++e) {
      Element element;
      for (int n = 0; n < nodes; ++n) {
        // The first node of an element is the last one of the element before.
        if (e > 0 && n == 0) {
          element[0] = elements.back()[nodes - 1];
          continue;
        }
        element[n] = static_cast<Index>(rest.size());
        rest.push_back(referencePoint(n) + any() + 0.7 * e * Point::Ones());
      }
      elements.push_back(element);
    }
    for (const Point& p : rest) x.push_back(p + any());
  }

  /// Corners of the reference element, scaled to about one.
  static Point referencePoint(int n) {
    Point p = Point::Zero();
    if constexpr (requires { ReferenceElement<Element>::sign; }) {
      for (int i = 0; i < std::min<int>(Dimension, ReferenceElement<Element>::dimension); ++i)
        p[i] = 0.5 * ReferenceElement<Element>::sign[n][i];
    } else if (nodes == 2) {
      p[0] = n;
    } else if (nodes == 5) {  // pyramid
      constexpr double base[5][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
      for (int i = 0; i < Dimension; ++i) p[i] = base[n][i];
    } else {  // triangle, tetrahedron, prism
      constexpr double simplex[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
      for (int i = 0; i < Dimension; ++i) p[i] = simplex[n][i];
    }
    return p;
  }
};

template <class Points>
double largest(const Points& a) {
  double size = 0;
  for (const auto& p : a) size = std::max(size, p.cwiseAbs().maxCoeff());
  return size;
}
template <class Points>
Points difference(Points a, const Points& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}
template <class Points>
Points zeros(const Points& x) {
  return Points(x.size(), Points::value_type::Zero());
}

template <class Kernel, class Shape>
void expectSameBits(Kernel& kernel, const Shape& mesh) {
  std::vector<std::vector<double>> results;
  for (const int threads : {1, 2, 4}) {
    helper::setThreadCount(threads);
    auto f = zeros(mesh.x), df = f;
    kernel.addForceAndLinearise(mesh.x, f);
    kernel.addDForce(mesh.rest, df, 0.7);
    std::vector<double>& all = results.emplace_back();
    for (const auto* points : {&f, &df})
      for (const auto& p : *points) all.insert(all.end(), p.begin(), p.end());
    all.push_back(kernel.energy(mesh.x));
  }
  helper::setThreadCount(1);
  for (const auto& one : results)
    EXPECT_EQ(std::memcmp(one.data(), results.front().data(), one.size() * sizeof(double)), 0);
}

}  // namespace sofa::test
