// SPDX-License-Identifier: Apache-2.0
// Contacts of points, segments, triangles and boxes, against values by hand and against slow ways to find them.
#include "Sofa/Geometry/ConvexContact.h"
#include "Sofa/Type/AngleAxis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace sofa::geometry {
namespace {

using type::Mat3;
constexpr double anywhere = 1e9;

class Randomly {
 public:
  double number(double most = 1) { return std::uniform_real_distribution(-most, most)(m_engine); }
  Vec3 vector(double most = 1) { return {number(most), number(most), number(most)}; }
  Vec3 direction() { return vector().normalized(); }
  Mat3 rotation() { return sofa::type::AngleAxis(number(3), direction()).toRotationMatrix(); }
  /// Kinds 0 to 3: a point, segment, triangle or box.
  ConvexShape shape(int kind, const Vec3& place) {
    if (kind == 0) return ConvexShape::point(place);
    if (kind == 1) return ConvexShape::segment(place + vector(), place + vector());
    if (kind == 2) return ConvexShape::triangle(place + vector(), place + vector(), place + vector());
    return ConvexShape::box(place, rotation(), vector().cwiseAbs());
  }

 private:
  std::mt19937 m_engine{11};
};

double gapAlong(const ConvexShape& a, const ConvexShape& b, const Vec3& n) { return -b.reach(-n) - a.reach(n); }

/// Projects from one shape on the other until nothing moves.
double distanceByProjections(const ConvexShape& a, const ConvexShape& b) {
  Vec3 p = a.corners()[0];
  double distance = anywhere;
  for (int k = 0; k < 20000; ++k) {
    const Vec3 q = b.closestTo(p);
    p = a.closestTo(q);
    const double now = (q - p).norm();
    if (now < 1e-12 || distance - now < 1e-15) return now;
    distance = now;
  }
  return distance;
}

void expectConsistent(const ConvexShape& a, const ConvexShape& b, const ShapeContact& contact) {
  EXPECT_NEAR(contact.normal.norm(), 1, 1e-12);
  EXPECT_LT((contact.q - contact.p - contact.distance * contact.normal).norm(), 1e-9);
  EXPECT_LT((a.closestTo(contact.p) - contact.p).norm(), 1e-4);
  EXPECT_LT((b.closestTo(contact.q) - contact.q).norm(), 1e-4);
}

TEST(ConvexShape, nothingOfItIsCloser) {
  Randomly random;
  for (int round = 0; round < 400; ++round) {
    const ConvexShape shape = random.shape(round % 4, Vec3::Zero());
    const Vec3 q = random.vector(3), found = shape.closestTo(q);
    // By convexity it is enough to look towards the corners.
    for (const Vec3& c : shape.corners()) EXPECT_LE((q - found).dot(c - found), 1e-9);
    double most = -anywhere;
    for (const Vec3& c : shape.corners()) most = std::max(most, c.dot(q));
    EXPECT_NEAR(shape.reach(q), most, 1e-12);
  }
}

TEST(ConvexContact, apartTheyAreAsFarAsRepeatedProjectionsSay) {
  Randomly random;
  int seen = 0;
  for (int round = 0; round < 1600; ++round) {
    const ConvexShape a = random.shape(round % 4, Vec3::Zero()), b = random.shape(round / 4 % 4, random.vector(4));
    const auto contact = contactOf(a, b, anywhere);
    ASSERT_TRUE(contact);
    const double distance = distanceByProjections(a, b);
    if (distance < 1e-3) continue;
    ++seen;
    EXPECT_NEAR(contact->distance, distance, 1e-5) << round;
    expectConsistent(a, b, *contact);
    EXPECT_TRUE(contactOf(a, b, contact->distance * (1 + 1e-12)));
    EXPECT_FALSE(contactOf(a, b, contact->distance * (1 - 1e-9)));
    EXPECT_NEAR(contactOf(b, a, anywhere)->distance, contact->distance, 1e-12);
  }
  EXPECT_GT(seen, 800);
}

TEST(ConvexContact, boxesThatOverlapGoApartTheShortestWay) {
  Randomly random;
  int seen = 0;
  for (int round = 0; round < 800; ++round) {
    const ConvexShape a = random.shape(3, Vec3::Zero()), b = random.shape(round % 4, random.vector());
    const auto contact = contactOf(a, b, anywhere);
    ASSERT_TRUE(contact);
    if (contact->distance > 0) continue;
    ++seen;
    expectConsistent(a, b, *contact);
    EXPECT_NEAR(gapAlong(a, b, contact->normal), contact->distance, 1e-12);
    for (int k = 0; k < 300; ++k) EXPECT_LE(gapAlong(a, b, random.direction()), contact->distance + 1e-12);
    EXPECT_NEAR(contactOf(b, a, anywhere)->distance, contact->distance, 1e-12);
  }
  EXPECT_GT(seen, 200);
}

TEST(ConvexContact, segmentsThroughTrianglesGoApartTheShortestWay) {
  Randomly random;
  int seen = 0;
  for (int round = 0; round < 400; ++round) {
    const ConvexShape a = random.shape(2, Vec3::Zero()), b = random.shape(1, Vec3::Zero());
    const auto contact = contactOf(a, b, anywhere);
    ASSERT_TRUE(contact);
    if (contact->distance > 0) continue;
    ++seen;
    expectConsistent(a, b, *contact);
    for (int k = 0; k < 300; ++k) EXPECT_LE(gapAlong(a, b, random.direction()), contact->distance + 1e-12);
  }
  EXPECT_GT(seen, 15);
}

/// Products of their edges have no direction to speak of; the face parts them.
TEST(ConvexContact, boxesThatAreNearlyParallelArePartedByTheirFaces) {
  const Vec3 halves(1, 2, 0.5);
  for (const double angle : {0., 1e-12, 1e-9, 1e-8, 1e-6, 1e-4, 9e-4, 1.1e-3, 1e-2})
    for (const double gap : {-0.01, 0.01})
      for (const Vec3& shift : {Vec3(0, 0, 0), Vec3(0.3, -0.7, 0), Vec3(1.9, 0.1, 0)}) {
        const Mat3 turn = sofa::type::AngleAxis(angle, Vec3::UnitZ()).toRotationMatrix();
        const auto contact = contactOf(ConvexShape::box(Vec3::Zero(), Mat3::Identity(), halves),
                                       ConvexShape::box(shift + Vec3(0, 0, 1 + gap), turn, halves), 0.1);
        ASSERT_TRUE(contact) << angle;
        EXPECT_NEAR(contact->distance, gap, 1e-12) << angle;
        EXPECT_LT((contact->normal - Vec3::UnitZ()).norm(), 1e-12) << angle;
      }
}

TEST(ConvexContact, movingBothMovesTheContact) {
  Randomly random;
  for (int round = 0; round < 100; ++round) {
    const Vec3 place = random.vector(2), halves = random.vector().cwiseAbs(), shift = random.vector(5);
    const Mat3 axes = random.rotation(), turn = random.rotation();
    const auto contact = contactOf(ConvexShape::box(Vec3::Zero(), Mat3::Identity(), halves),
                                   ConvexShape::box(place, axes, halves), anywhere);
    const auto moved = contactOf(ConvexShape::box(shift, turn, halves),
                                 ConvexShape::box(shift + turn * place, turn * axes, halves), anywhere);
    ASSERT_TRUE(contact && moved);
    EXPECT_NEAR(contact->distance, moved->distance, 1e-12);
    EXPECT_LT((turn * contact->normal - moved->normal).norm(), 1e-9);
    EXPECT_LT((shift + turn * contact->p - moved->p).norm(), 1e-9);
  }
}

void expectContact(const ConvexShape& a, const ConvexShape& b, const Vec3& p, const Vec3& q, const Vec3& normal,
                   double distance) {
  const auto contact = contactOf(a, b, anywhere);
  ASSERT_TRUE(contact);
  EXPECT_LT((contact->p - p).norm(), 1e-12) << contact->p.transpose();
  EXPECT_LT((contact->q - q).norm(), 1e-12) << contact->q.transpose();
  EXPECT_LT((contact->normal - normal).norm(), 1e-12) << contact->normal.transpose();
  EXPECT_NEAR(contact->distance, distance, 1e-12);
}

const ConvexShape unitCube = ConvexShape::box(Vec3::Zero(), Mat3::Identity(), Vec3(1, 1, 1));

TEST(ConvexContact, facesTouchInTheMiddleOfWhatTheyShare) {
  // The shared square is 0.5..1 by -1..0, apart and overlapping.
  for (const double gap : {0.1, -0.1})
    expectContact(unitCube, ConvexShape::box(Vec3(1.5, -1, 2 + gap), Mat3::Identity(), Vec3(1, 1, 1)), {.75, -.5, 1},
                  {.75, -.5, 1 + gap}, {0, 0, 1}, gap);
  // A face below a much larger triangle.
  expectContact(ConvexShape::triangle({-500, -500, 0}, {500, -500, 0}, {0, 700, 0}),
                ConvexShape::box(Vec3(3, 4, 1.01), Mat3::Identity(), Vec3(1, 1, 1)), {3, 4, 0}, {3, 4, .01}, {0, 0, 1},
                .01);
}

TEST(ConvexContact, edgesTouchWhereTheyCrossAndAlongWhatTheyShare) {
  const Mat3 eighth = sofa::type::AngleAxis(M_PI / 4, Vec3::UnitX()).toRotationMatrix();
  const double high = 1 + std::sqrt(2) + 0.5;
  // An edge along x, over 0.5..2.5, on the upper face: half of it is above the face.
  expectContact(unitCube, ConvexShape::box(Vec3(1.5, 0, high), eighth, Vec3(1, 1, 1)), {.75, 0, 1}, {.75, 0, 1.5},
                {0, 0, 1}, .5);
  expectContact(ConvexShape::segment({-1, 0, 0}, {1, 0, 0}), ConvexShape::segment({.5, -1, .3}, {.5, 2, .3}),
                {.5, 0, 0}, {.5, 0, .3}, {0, 0, 1}, .3);
  expectContact(ConvexShape::segment({-1, 0, 0}, {1, 0, 0}), ConvexShape::segment({2, .3, 0}, {0, .3, 0}), {.5, 0, 0},
                {.5, .3, 0}, {0, 1, 0}, .3);
}

TEST(ConvexContact, pointsInsideOfBoxesLeaveByTheNearestFace) {
  expectContact(unitCube, ConvexShape::point({.2, -.7, .4}), {.2, -1, .4}, {.2, -.7, .4}, {0, -1, 0}, -.3);
  expectContact(ConvexShape::point({.2, -.7, .4}), unitCube, {.2, -.7, .4}, {.2, -1, .4}, {0, 1, 0}, -.3);
}

TEST(ConvexContact, flatShapesInOnePlaneAreApartInIt) {
  expectContact(ConvexShape::segment({0, 0, 0}, {1, 0, 0}), ConvexShape::segment({1.5, -1, 0}, {1.5, 1, 0}), {1, 0, 0},
                {1.5, 0, 0}, {1, 0, 0}, .5);
  expectContact(ConvexShape::triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}), ConvexShape::segment({2, 0, 0}, {3, 3, 0}),
                {1, 0, 0}, {2, 0, 0}, {1, 0, 0}, 1);
}

TEST(ConvexContact, whatHasNoDirectionIsPartedAlongAny) {
  const ConvexShape point = ConvexShape::point({1, 2, 3}), along = ConvexShape::segment({0, 0, 0}, {2, 0, 0}),
                    nothing = ConvexShape::segment({1, 0, 0}, {1, 0, 0}),
                    flat = ConvexShape::triangle({0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  for (const auto& [a, b] : {std::pair(point, point), std::pair(along, along), std::pair(along, nothing),
                             std::pair(nothing, nothing), std::pair(flat, along), std::pair(flat, flat)}) {
    const auto contact = contactOf(a, b, anywhere);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->normal.norm(), 1, 1e-12);
    EXPECT_NEAR(contact->distance, 0, 1e-12);
  }
  const auto boxes = contactOf(unitCube, unitCube, anywhere);
  ASSERT_TRUE(boxes);
  EXPECT_NEAR(boxes->distance, -2, 1e-12);
  EXPECT_LT((boxes->p + boxes->q).norm(), 1e-12);  // both on the axis through the middle
  // A box without thickness is a rectangle.
  expectContact(ConvexShape::box(Vec3::Zero(), Mat3::Identity(), Vec3(1, 1, 0)), ConvexShape::point({.3, .2, 2}),
                {.3, .2, 0}, {.3, .2, 2}, {0, 0, 1}, 2);
}

TEST(ConvexContact, whatIsNotFiniteTouchesNothing) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_FALSE(contactOf(unitCube, ConvexShape::point({0, bad, 0}), anywhere));
    EXPECT_FALSE(contactOf(ConvexShape::box(Vec3::Zero(), Mat3::Identity(), Vec3(1, bad, 1)), unitCube, anywhere));
  }
}

/// Where shapes are nearly in touch the direction of the shortest line is lost in rounding.
TEST(ConvexContact, smallGapsHaveTheDirectionOfTheFace) {
  const ConvexShape floor = ConvexShape::triangle({-50, 0, -50}, {0, 0, 70}, {50, 0, -50});
  const Mat3 tilted = sofa::type::AngleAxis(0.3, Vec3(1, 0, 2).normalized()).toRotationMatrix();
  const double lowest = ConvexShape::box(Vec3::Zero(), tilted, Vec3(.1, .1, .1)).reach(Vec3(0, -1, 0));
  for (const double gap : {1e-6, 1e-9, 1e-12, 0.0, -1e-12, -1e-9}) {
    const auto contact =
        contactOf(floor, ConvexShape::box(Vec3(3, lowest + gap, 2), tilted, Vec3(.1, .1, .1)), anywhere);
    ASSERT_TRUE(contact);
    EXPECT_LT((contact->normal - Vec3(0, 1, 0)).norm(), 1e-9) << gap;
    EXPECT_NEAR(contact->distance, gap, 1e-13);
    EXPECT_LT((contact->q - Vec3(3, 0, 2)).norm(), 0.2);
  }
}

}  // namespace
}  // namespace sofa::geometry
