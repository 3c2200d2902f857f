// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include "Core/SampleComponents.h"

namespace sofa::core {
namespace {

using type::Color;
using type::DisplayFlags;
using type::Mat3;
using type::Quat;
using type::Vec3;
using Primitive = DrawList::Primitive;
using Shading = DrawList::Shading;
using Shape = DrawList::Shape;

constexpr Color red{1, 0, 0, 1}, glass{0, 0, 1, 0.5f};

Vec3 at(const DrawList::Vertex& v) { return {v.position[0], v.position[1], v.position[2]}; }

/// Where a glyph takes a point of its unit shape.
Vec3 at(const DrawList::Glyph& g, const Vec3& p) {
  Vec3 q;
  for (int r = 0; r < 3; ++r)
    q[r] = g.matrix[4 * r] * p[0] + g.matrix[4 * r + 1] * p[1] + g.matrix[4 * r + 2] * p[2] + g.matrix[4 * r + 3];
  return q;
}

void expectNear(const Vec3& a, const Vec3& b) {
  EXPECT_LT((a - b).norm(), 1e-6) << a.transpose() << " instead of " << b.transpose();
}

TEST(DrawListTest, verticesAreTwentyBytes) {
  EXPECT_EQ(sizeof(DrawList::Vertex), 20u);
  EXPECT_EQ(sizeof(DrawList::Glyph), 56u);
}

TEST(DrawListTest, canBeTransformed) {
  DrawList list;
  type::RigidCoord<3> up;
  up.center = {0, 0, 5};
  up.orientation = Quat(std::sqrt(0.5), 0, 0, std::sqrt(0.5));  // x becomes y
  list.setTransform(&up);
  list.line({0, 0, 0}, {1, 0, 0}, 1, red);
  list.cube({2, 0, 0}, Quat::Identity(), {1, 0.5, 0.5}, red);
  list.text({3, 0, 0}, "a", 1, red);
  expectNear(at(list.batches()[0].vertices[1]), {0, 1, 5});
  expectNear(at(list.glyphs(Shape::cube)[0], {1, 0, 0}), {0, 3, 5});
  expectNear(list.texts()[0].position, {0, 3, 5});
  list.setTransform(nullptr);
  list.point({1, 0, 0}, 1, red);
  expectNear(at(list.batches()[1].vertices[0]), {1, 0, 0});
  list.setTransform(&up);
  list.clear();
  list.point({1, 0, 0}, 1, red);
  expectNear(at(list.batches()[1].vertices[0]), {1, 0, 0});
}

TEST(DrawListTest, startsEmpty) {
  DrawList list;
  EXPECT_TRUE(list.empty());
  list.text(Vec3::Zero(), "a", 1, red);
  EXPECT_FALSE(list.empty());
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(DrawListTest, equalThingsShareABatch) {
  DrawList list;
  list.point({0, 0, 0}, 5, red);
  list.point({1, 0, 0}, 5, Color{0, 1, 0, 1});
  ASSERT_EQ(list.batches().size(), 1u);
  EXPECT_EQ(list.batches()[0].vertices.size(), 2u);
  list.point({0, 0, 0}, 6, red);            // another size
  list.point({0, 0, 0}, 5, glass);          // blended
  list.line({0, 0, 0}, {1, 0, 0}, 5, red);  // another primitive
  list.triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, red);
  list.triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, red, Shading::lit);
  list.triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, red, Shading::lit, DrawList::Faces::front);
  EXPECT_EQ(list.batches().size(), 7u);
  EXPECT_TRUE(list.batches()[2].transparent);
  EXPECT_FALSE(list.batches()[1].transparent);
}

TEST(DrawListTest, coloursAreBytes) {
  DrawList list;
  list.point({0, 0, 0}, 1, {0.2f, 0.5f, 2.f, -1.f});
  const auto& v = list.batches()[0].vertices[0];
  EXPECT_EQ(v.rgba[0], 51);
  EXPECT_EQ(v.rgba[1], 128);
  EXPECT_EQ(v.rgba[2], 255);  // out of range is clamped
  EXPECT_EQ(v.rgba[3], 0);
}

TEST(DrawListTest, ownersCountFromOne) {
  DrawList list;
  list.point({0, 0, 0}, 1, red);  // nobody's
  test::Sample a, b;
  list.begin(a, {});
  list.point({0, 0, 0}, 1, red);
  list.sphere({0, 0, 0}, 1, red);
  list.begin(b, {});
  list.point({0, 0, 0}, 1, red);
  list.text({0, 0, 0}, "b", 1, red);
  const auto& vertices = list.batches()[0].vertices;
  EXPECT_EQ(vertices[0].owner, 0u);
  EXPECT_EQ(vertices[1].owner, 1u);
  EXPECT_EQ(vertices[2].owner, 2u);
  EXPECT_EQ(list.glyphs(Shape::sphere)[0].owner, 1u);
  EXPECT_EQ(list.texts()[0].owner, 2u);
  EXPECT_EQ(list.owners(), (std::vector<const Component*>{&a, &b}));
  list.clear();
  EXPECT_TRUE(list.owners().empty());
}

TEST(DrawListTest, wireframeFlagMakesOutlines) {
  DrawList list;
  test::Sample a;
  DisplayFlags flags;
  ASSERT_TRUE(flags.apply("showWireframe"));
  list.begin(a, flags);
  EXPECT_TRUE(list.shows(DisplayFlags::Wireframe));
  EXPECT_FALSE(list.shows(DisplayFlags::ForceFields));
  list.triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, red);
  list.line({0, 0, 0}, {1, 0, 0}, 1, red);
  EXPECT_TRUE(list.batches()[0].wireframe);
  EXPECT_FALSE(list.batches()[1].wireframe);
  list.begin(a, {});
  list.triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, red);
  EXPECT_FALSE(list.batches()[2].wireframe);
}

TEST(DrawListTest, outlinesOfQuadsAreTheirSides) {
  DrawList list;
  test::Sample a;
  DisplayFlags flags;
  ASSERT_TRUE(flags.apply("showWireframe"));
  list.begin(a, flags);
  const Color blue{0, 0, 1, 1};
  list.quad({0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, red);
  list.quad({Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(1, 1, 1), Vec3(0, 1, 1)}, {red, red, red, blue});
  ASSERT_EQ(list.batches().size(), 1u);
  const auto& batch = list.batches()[0];
  EXPECT_EQ(batch.primitive, DrawList::Primitive::lines);
  ASSERT_EQ(batch.vertices.size(), 16u);
  for (std::size_t i = 0; i < 16; i += 2) {
    const auto &p = batch.vertices[i].position, &q = batch.vertices[i + 1].position;
    EXPECT_EQ(std::abs(p[0] - q[0]) + std::abs(p[1] - q[1]), 1);
  }
  EXPECT_EQ(batch.vertices[15].rgba[0], 255);
  EXPECT_EQ(batch.vertices[14].rgba[2], 255);
}

TEST(DrawListTest, wireframeFlagTellsGlyphsApart) {
  DrawList list;
  test::Sample a;
  DisplayFlags flags;
  ASSERT_TRUE(flags.apply("showWireframe"));
  list.begin(a, flags);
  list.sphere({0, 0, 0}, 1, red);
  EXPECT_TRUE(list.glyphs(Shape::sphere).empty());
  EXPECT_EQ(list.glyphs(Shape::sphere, true).size(), 1u);
  EXPECT_FALSE(list.empty());
  list.begin(a, {});
  list.sphere({0, 0, 0}, 1, red);
  EXPECT_EQ(list.glyphs(Shape::sphere).size(), 1u);
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(DrawListTest, steadySceneKeepsItsMemory) {
  DrawList list;
  const auto describe = [&] {
    list.clear();
    for (int i = 0; i < 100; ++i) list.point(Vec3::Constant(i), 3, red), list.sphere(Vec3::Constant(i), 1, red);
  };
  describe();
  const auto* vertices = list.batches()[0].vertices.data();
  const auto* glyphs = list.glyphs(Shape::sphere).data();
  describe();
  EXPECT_EQ(list.batches().size(), 1u);
  EXPECT_EQ(list.batches()[0].vertices.data(), vertices);
  EXPECT_EQ(list.batches()[0].vertices.size(), 100u);
  EXPECT_EQ(list.glyphs(Shape::sphere).data(), glyphs);
}

TEST(DrawListTest, linesArePairsAndPolylinesConnect) {
  DrawList list;
  const std::vector<Vec3> p{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  list.lines(p, 1, red);  // the fifth has no partner
  EXPECT_EQ(list.batches()[0].vertices.size(), 4u);
  list.polyline(p, 2, red);
  ASSERT_EQ(list.batches()[1].vertices.size(), 8u);
  expectNear(at(list.batches()[1].vertices[1]), at(list.batches()[1].vertices[2]));
  list.lines({}, 3, red);
  list.polyline({}, 3, red);
  list.points({}, 3, red);
}

TEST(DrawListTest, quadIsTwoTrianglesOfTheSameSense) {
  DrawList list;
  list.quad({0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, red);
  const auto& v = list.batches()[0].vertices;
  ASSERT_EQ(v.size(), 6u);
  for (int t = 0; t < 2; ++t) {
    const Vec3 n = (at(v[3 * t + 1]) - at(v[3 * t])).cross(at(v[3 * t + 2]) - at(v[3 * t]));
    expectNear(n, {0, 0, 1});
  }
}

TEST(DrawListTest, trianglesOfSeveralColours) {
  DrawList list;
  list.triangle({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {red, red, glass});
  EXPECT_TRUE(list.batches()[0].transparent);
  EXPECT_EQ(list.batches()[0].vertices[1].rgba[0], 255);
  EXPECT_EQ(list.batches()[0].vertices[2].rgba[2], 255);
}

TEST(DrawListTest, boxHasTwelveEdges) {
  DrawList list;
  list.box({Vec3(0, 0, 0), Vec3(1, 2, 3)}, 1, red);
  const auto& v = list.batches()[0].vertices;
  ASSERT_EQ(v.size(), 24u);
  double total = 0;
  for (std::size_t i = 0; i < v.size(); i += 2) {
    const Vec3 edge = at(v[i + 1]) - at(v[i]);
    EXPECT_EQ((edge.array() != 0).count(), 1);
    total += edge.norm();
  }
  EXPECT_NEAR(total, 4 * (1 + 2 + 3), 1e-6);
  list.clear();
  list.box({}, 1, red);
  EXPECT_TRUE(list.empty());
}

TEST(DrawListTest, spheresAndEllipsoids) {
  DrawList list;
  list.sphere({1, 2, 3}, 0.5, red);
  const Quat quarter(sofa::type::AngleAxis(std::acos(0.0), Vec3::UnitZ()));
  list.ellipsoid({1, 2, 3}, quarter, {2, 3, 4}, red);
  const auto& glyphs = list.glyphs(Shape::sphere);
  expectNear(at(glyphs[0], {0, 0, 1}), {1, 2, 3.5});
  expectNear(at(glyphs[1], {1, 0, 0}), {1, 4, 3});
  expectNear(at(glyphs[1], {0, 1, 0}), {-2, 2, 3});
}

TEST(DrawListTest, cubesHaveHalfSides) {
  DrawList list;
  const Quat quarter(sofa::type::AngleAxis(std::acos(0.0), Vec3::UnitZ()));
  list.cube({1, 2, 3}, quarter, {2, 3, 4}, red);
  const auto& g = list.glyphs(Shape::cube)[0];
  expectNear(at(g, {0, 0, 0}), {1, 2, 3});
  expectNear(at(g, {1, 1, 1}), {1 - 3, 2 + 2, 3 + 4});
}

TEST(DrawListTest, cylindersRunFromEndToEnd) {
  for (const Vec3& to : {Vec3(0, 0, 4), Vec3(3, -1, 2), Vec3(0, -5, 0), Vec3(-2, 0, 0)}) {
    DrawList list;
    const Vec3 from(1, 1, 1);
    list.cylinder(from, from + to, 0.25, red);
    const auto& g = list.glyphs(Shape::cylinder)[0];
    expectNear(at(g, {0, 0, 0}), from);
    expectNear(at(g, {0, 0, 1}), from + to);
    const Vec3 x = at(g, {1, 0, 0}) - from, y = at(g, {0, 1, 0}) - from;
    EXPECT_NEAR(x.norm(), 0.25, 1e-6);
    EXPECT_NEAR(y.norm(), 0.25, 1e-6);
    EXPECT_NEAR(x.dot(to), 0, 1e-6);
    EXPECT_NEAR(x.dot(y), 0, 1e-6);
    EXPECT_GT(x.cross(y).dot(to), 0);  // not turned inside out
  }
}

TEST(DrawListTest, arrowIsACylinderAndACone) {
  DrawList list;
  list.arrow({0, 0, 0}, {0, 0, 10}, 0.1, red);
  const auto& shaft = list.glyphs(Shape::cylinder)[0];
  const auto& head = list.glyphs(Shape::cone)[0];
  expectNear(at(shaft, {0, 0, 1}), {0, 0, 8});
  expectNear(at(head, {0, 0, 0}), {0, 0, 8});
  expectNear(at(head, {0, 0, 1}), {0, 0, 10});
  EXPECT_NEAR((at(head, {1, 0, 0}) - Vec3(0, 0, 8)).norm(), 0.25, 1e-6);
}

TEST(DrawListTest, nothingOfNoLength) {
  DrawList list;
  list.arrow({1, 1, 1}, {1, 1, 1}, 0.1, red);
  list.cylinder({1, 1, 1}, {1, 1, 1}, 0.1, red);
  list.cylinder({1, 1, 1}, Vec3::Constant(NAN), 0.1, red);
  EXPECT_TRUE(list.empty());
}

TEST(DrawListTest, frameHasRedGreenAndBlueAxes) {
  DrawList list;
  list.frame({1, 0, 0}, Quat::Identity(), 2);
  const auto& heads = list.glyphs(Shape::cone);
  ASSERT_EQ(heads.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    expectNear(at(heads[i], {0, 0, 1}), Vec3(1, 0, 0) + 2 * Vec3::Unit(i));
    EXPECT_EQ(heads[i].rgba[i], 255);
    EXPECT_EQ(heads[i].rgba[(i + 1) % 3], 0);
  }
}

}  // namespace
}  // namespace sofa::core
