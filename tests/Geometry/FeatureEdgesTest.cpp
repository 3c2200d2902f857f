// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/FeatureEdges.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "Sofa/Geometry/Surface.h"

namespace sofa::geometry {
namespace {

using type::Index;
using type::Quad;
using type::Triangle;
using type::Vec3;

/// Corner i of the cubeWithEdges has the bits of i as coordinates; faces are seen counter-clockwise from outside.
const std::vector<Quad> cubeQuads{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

std::vector<Vec3> cubeWithEdges() {
  std::vector<Vec3> points;
  for (int i = 0; i < 8; ++i) points.emplace_back(i & 1, i >> 1 & 1, i >> 2 & 1);
  return points;
}

std::vector<Vec3> normalsOf(std::vector<Vec3> points, const FeatureSplit& split) {
  for (const Index i : split.copyOf) points.push_back(points[i]);
  std::vector<Vec3> normals;
  vertexNormals(points, split.triangles, split.quads, split.normalOf, normals);
  return normals;
}

TEST(FeatureEdges, aCubeHasAVertexForEachCornerOfItsFaces) {
  const auto split = splitAtFeatures(cubeWithEdges(), {}, cubeQuads, {}, 40);
  EXPECT_TRUE(split.any);
  EXPECT_EQ(split.copyOf.size(), 24u - 8);
  ASSERT_EQ(split.quads.size(), 6u);
  const auto normals = normalsOf(cubeWithEdges(), split);
  for (const auto& q : split.quads)
    for (const Index v : q) EXPECT_NEAR(normals[v].cwiseAbs().maxCoeff(), 1, 1e-12);  // across the face
}

TEST(FeatureEdges, smoothSurfacesStayWhole) {
  // A tube of 24 sides: neighbours meet at 15 degrees, and the ends are open.
  constexpr Index n = 24;
  std::vector<Vec3> points;
  std::vector<Quad> quads;
  for (Index i = 0; i < n; ++i) {
    const double a = 2 * std::acos(-1.0) * i / n;
    for (const double z : {0.0, 1.0}) points.emplace_back(std::cos(a), std::sin(a), z);
    const Index j = (i + 1) % n;
    quads.push_back({2 * i, 2 * j, 2 * j + 1, 2 * i + 1});
  }
  const auto split = splitAtFeatures(points, {}, quads, {}, 40);
  EXPECT_FALSE(split.any);
  EXPECT_TRUE(split.copyOf.empty());
  EXPECT_EQ(split.quads, quads);
  EXPECT_TRUE(splitAtFeatures(points, {}, quads, {}, 10).any);
}

TEST(FeatureEdges, verticesOfOnePointShareANormalWhereTheSurfaceIsSmooth) {
  // Two triangles in a plane, with vertices of their own along the common side (a seam of a texture), and one upright.
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}, {0, 6, 1}};
  const std::vector<Index> pointOf{0, 1, 2, 1, 3, 2, 4};
  const auto split = splitAtFeatures(points, triangles, {}, pointOf, 40);
  EXPECT_TRUE(split.any);
  EXPECT_EQ(std::set(split.copyOf.begin(), split.copyOf.end()), (std::set<Index>{0, 1}));
  EXPECT_EQ(split.normalOf[1], split.normalOf[3]);
  EXPECT_EQ(split.normalOf[2], split.normalOf[5]);
  const auto normals = normalsOf(points, split);
  EXPECT_NEAR(normals[1].z(), 1, 1e-12);
  EXPECT_NEAR(std::abs(normals[split.triangles[2][0]].y()), 1, 1e-12);
}

TEST(FeatureEdges, whatIsNoFaceIsLeftAlone) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}};
  const std::vector<Triangle> triangles{{0, 1, 9}, {0, 0, 0}, {0, 1, 2}};
  const std::vector<Index> noNumbering{0, 1, 2, 77};
  const auto split = splitAtFeatures(points, triangles, {}, noNumbering, 40);
  EXPECT_FALSE(split.any);
  EXPECT_EQ(split.triangles, triangles);
  EXPECT_EQ(split.normalOf.size(), 4u);
  EXPECT_FALSE(splitAtFeatures({}, {}, {}, {}, 40).any);
}

}  // namespace
}  // namespace sofa::geometry
