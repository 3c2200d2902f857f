// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Geometry/Surface.h"

#include <gtest/gtest.h>

namespace sofa::geometry {
namespace {

using type::Quad;
using type::Triangle;
using type::Vec3;

constexpr double tolerance = 1e-12;

TEST(Surface, normalsAreWeightedByArea) {
  // A triangle of area 1/2 in the plane z = 0 and one of area 1 in the plane x = 0 meet at the origin.
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
  std::vector<Vec3> normals;
  vertexNormals(points, triangles, {}, {}, normals);
  EXPECT_TRUE(normals[0].isApprox(Vec3(2, 0, 1).normalized(), tolerance));
  EXPECT_TRUE(normals[1].isApprox(Vec3(0, 0, 1), tolerance));
  EXPECT_TRUE(normals[3].isApprox(Vec3(1, 0, 0), tolerance));
}

TEST(Surface, cornersOfABentQuadHaveTheirOwnNormals) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {1, 1, 1}, {0, 1, 0}};
  const std::vector<Quad> quads{{0, 1, 2, 3}};
  std::vector<Vec3> normals;
  vertexNormals(points, {}, quads, {}, normals);
  EXPECT_TRUE(normals[0].isApprox(Vec3(0, 0, 1), tolerance));
  // (p2 - p1) x (p0 - p1) = (0, 1, 1) x (-1, 0, 0)
  EXPECT_TRUE(normals[1].isApprox(Vec3(0, -1, 1).normalized(), tolerance));
}

TEST(Surface, verticesWithTheSameNumberShareANormal) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
  const std::vector<type::Index> shared{0, 1, 2, 0, 2, 3};
  std::vector<Vec3> normals;
  vertexNormals(points, triangles, {}, shared, normals);
  EXPECT_TRUE(normals[0].isApprox(Vec3(1, 0, 1).normalized(), tolerance));
  EXPECT_EQ(normals[0], normals[3]);
  EXPECT_TRUE(normals[1].isApprox(Vec3(0, 0, 1), tolerance));
}

TEST(Surface, facesBeyondThePointsAreSkipped) {
  const std::vector<Vec3> points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Triangle> triangles{{0, 1, 3}, {0, 1, type::invalidIndex}};
  std::vector<Vec3> normals;
  vertexNormals(points, triangles, {}, std::vector<type::Index>{0, 1, 1000000000}, normals);
  ASSERT_EQ(normals.size(), 3u);
  for (const auto& n : normals) EXPECT_TRUE(n.isZero(0));
}

TEST(Surface, tangentsFollowTheFirstTextureCoordinate) {
  const std::vector<Vec3> points{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}}, normals(4, Vec3(0, 0, 1));
  const std::vector<Vec2f> texcoords{{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  std::vector<Vec3> tangents, bitangents;
  vertexTangents(points, normals, texcoords, {}, std::vector<Quad>{{0, 1, 2, 3}}, tangents, bitangents);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(tangents[i].isApprox(Vec3(1, 0, 0), tolerance));
    EXPECT_TRUE(bitangents[i].isApprox(Vec3(0, 1, 0), tolerance));
  }
}

TEST(Surface, sphericalTexcoordsAreLongitudeAndLatitude) {
  const std::vector<Vec3> points{{2, 1, 1}, {0, 1, 1}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}, {1, 1, 0}};  // about (1, 1, 1)
  std::vector<Vec2f> texcoords;
  sphericalTexcoords(points, texcoords);
  EXPECT_FLOAT_EQ(texcoords[0].x(), 0.5f);
  EXPECT_FLOAT_EQ(texcoords[0].y(), 0.5f);
  EXPECT_FLOAT_EQ(texcoords[2].x(), 0.75f);
  EXPECT_FLOAT_EQ(texcoords[3].x(), 0.25f);
  EXPECT_FLOAT_EQ(texcoords[4].y(), 0.f);
  EXPECT_FLOAT_EQ(texcoords[5].y(), 1.f);
}

/// Two triangles on either side of the meridian u = 0 = 1, with vertices of their own there.
TEST(Surface, seamsAreMendedWhereAPointHasSeveralVertices) {
  std::vector<Vec2f> uv{{0.9f, 0.5f}, {1.f, 0.4f}, {1.f, 0.6f}, {0.1f, 0.5f}, {1.f, 0.4f}, {0.f, 0.6f}};
  const std::vector<type::Index> pointOf{0, 1, 2, 3, 1, 2};
  const std::vector<type::Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
  mendSeam(pointOf, triangles, {}, uv);
  const float expected[] = {0.9f, 1, 1, 0.1f, 0, 0};
  for (std::size_t i = 0; i < uv.size(); ++i) EXPECT_FLOAT_EQ(uv[i].x(), expected[i]) << i;
  EXPECT_FLOAT_EQ(uv[4].y(), 0.4f);
  mendSeam(std::vector<type::Index>{0, 1, 9}, std::vector<type::Triangle>{{0, 1, 7}}, {}, uv);  // no such vertex
  EXPECT_FLOAT_EQ(uv[4].x(), 0);
}

/// A point that both faces share can have one u only.
TEST(Surface, seamsStayWherePointsHaveOneVertex) {
  std::vector<Vec2f> uv{{0.9f, 0.5f}, {1.f, 0.4f}, {1.f, 0.6f}, {0.1f, 0.5f}};
  const auto before = uv;
  mendSeam(std::vector<type::Index>{0, 1, 2, 3}, std::vector<type::Triangle>{{0, 1, 2}, {3, 1, 2}}, {}, uv);
  EXPECT_EQ(uv, before);
}

}  // namespace
}  // namespace sofa::geometry
