// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/LocalMinDistanceCones.h"

namespace sofa::component::collision::localmindistance {

using type::Index;
using type::Vec3;

namespace {

Vec3 normalOf(const type::Triangle& t, std::span<const Vec3> x) { return (x[t[1]] - x[t[0]]).cross(x[t[2]] - x[t[0]]); }

/// Whether the edge a -> b runs along the triangle in its direction.
bool runsAlong(const type::Triangle& t, Index a, Index b) {
  for (int k = 0; k < 3; ++k)
    if (t[k] == a && t[(k + 1) % 3] == b) return true;
  return false;
}

/// Whether w leaves the half space behind `outwards`, widened by the part of the angle to m that the method takes in.
/// Where a surface is flat w may lie on the border, and is taken in whatever its last digits.
bool isInCone(const LocalMinDistance& method, const Vec3& m, const Vec3& outwards, const Vec3& w) {
  constexpr double rounding = 1e-12;
  const double part = std::max(0.0, m.dot(outwards) * method.d_coneFactor.value());
  const double sine = part + method.d_angleCone.value() + rounding;
  return !(outwards.dot(w) < -sine * w.norm());
}

}  // namespace

bool accepts(const LocalMinDistance&, const TriangleCollisionModel& model, Index i, const Vec3& w) {
  return model.d_bothSide.value() || normalOf(model.triangles()[i], model.points()).dot(w) >= 0;
}

bool accepts(const LocalMinDistance& method, const LineCollisionModel& model, Index i, const Vec3& w) {
  const auto x = model.points();
  const Index p1 = model.lines()[i][0], p2 = model.lines()[i][1];
  const Vec3 ab = (x[p2] - x[p1]).normalized();
  const auto& adjacency = model.mesh()->adjacency();
  const auto around = adjacency.trianglesAroundEdge()[adjacency.edgeIndex(p1, p2)];
  if (around.size() != 2) {
    constexpr double tolerance = 1e-4;
    return !(std::abs(ab.dot(w.normalized())) > method.d_angleCone.value() + tolerance);
  }
  const auto& triangles = model.mesh()->triangles();
  const bool firstIsLeft = runsAlong(triangles[around[0]], p1, p2);
  const Vec3 right = normalOf(triangles[around[firstIsLeft ? 1 : 0]], x).normalized();
  const Vec3 left = normalOf(triangles[around[firstIsLeft ? 0 : 1]], x).normalized();
  const Vec3 m = (right + left).normalized();
  if (m.dot(w) < 0 && !model.d_bothSide.value()) return false;
  return isInCone(method, m, right.cross(ab).normalized(), w) && isInCone(method, m, ab.cross(left).normalized(), w);
}

bool accepts(const LocalMinDistance& method, const PointCollisionModel& model, Index i, const Vec3& w) {
  const auto* mesh = model.mesh();
  if (!mesh || !model.context()->up<LineCollisionModel>()) return true;
  const auto x = model.points();
  const auto& edges = mesh->edges();
  const auto edgesHere = mesh->adjacency().edgesAroundVertex()[i];
  const auto awayFrom = [&](Index e) { return Vec3(((x[i] - x[edges[e][0]]) + (x[i] - x[edges[e][1]])).normalized()); };
  Vec3 m = Vec3::Zero();
  const auto trianglesHere = mesh->adjacency().trianglesAroundVertex()[i];
  for (const Index t : trianglesHere) m += normalOf(mesh->triangles()[t], x).normalized();
  if (trianglesHere.empty())
    for (const Index e : edgesHere) m += awayFrom(e);
  constexpr double smallest = 1e-10;
  if (m.norm() > smallest) {
    m.normalize();
    if (!model.d_bothSide.value() && m.dot(w) < -method.d_angleCone.value() * w.norm()) return false;
  }
  return std::ranges::all_of(edgesHere, [&](Index e) { return isInCone(method, m, awayFrom(e), w); });
}

}  // namespace sofa::component::collision::localmindistance
