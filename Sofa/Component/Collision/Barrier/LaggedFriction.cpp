// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/Barrier/LaggedFriction.h"

#include <cmath>

#include "Sofa/Geometry/ClosestPoints.h"

namespace sofa::component::collision {
namespace {

using geometry::ContactPair;
using type::Vec3;

/// Weights of the points of a pair in the vector between its closest points.
std::array<double, 4> weightsOf(const ContactPair& pair, std::span<const Vec3> x) {
  const auto& p = pair.points;
  switch (pair.kind) {
    case ContactPair::Kind::pointPoint:
      return {1, -1, 0, 0};
    case ContactPair::Kind::pointEdge: {
      const double s = geometry::projectOnLine(x[p[0]], x[p[1]], x[p[2]]);
      return {1, s - 1, -s, 0};
    }
    case ContactPair::Kind::pointFace: {
      const auto at = geometry::projectOnTriangle(x[p[0]], x[p[1]], x[p[2]], x[p[3]]);
      const double v = at ? at->v : 1 / 3.0, w = at ? at->w : 1 / 3.0;
      return {1, v + w - 1, -v, -w};
    }
    case ContactPair::Kind::edgeEdge:
      break;
  }
  // An end, or where the lines, or the line and the end of the other edge, are closest.
  const Vec3 &a = x[p[0]], &b = x[p[1]], &c = x[p[2]], &d = x[p[3]];
  const unsigned first = pair.closest & 3u, second = pair.closest >> 2;
  double s = first == 2 ? 1 : 0, t = second == 2 ? 1 : 0;
  if (first == 3 && second == 3) {
    const auto closest = geometry::closestOnLines(a, b, c, d, 0);
    s = closest ? (*closest)[0] : 0.5;
    t = closest ? (*closest)[1] : 0.5;
  } else if (first == 3) {
    s = geometry::projectOnLine(second == 1 ? c : d, a, b);
  } else if (second == 3) {
    t = geometry::projectOnLine(first == 1 ? a : b, c, d);
  }
  return {1 - s, s, t - 1, -t};
}

}  // namespace

/// Sets all but the limit, which is the normal force for now: how much of it acts along the gap. False without a gap.
bool LaggedFriction::findContact(const ContactPair& pair, std::span<const Vec3> x, double distance, double stiffness,
                                 Contact& contact) {
  contact.points = pair.points;
  contact.count = pair.pointCount();
  contact.weights = weightsOf(pair, x);
  Vec3 between;
  for (int i = 0; i < contact.count; ++i) between += contact.weights[i] * x[pair.points[i]];
  const double gap = between.norm();
  if (!(gap > 0)) return false;
  const Vec3 normal = between / gap;
  contact.tangents[0] = normal.unitOrthogonal();
  contact.tangents[1] = normal.cross(contact.tangents[0]);
  // The closest points are where the distance has no slope, so dE/dgap is that of the barrier.
  const auto derivatives = geometry::barrierDerivatives(pair, x, distance, stiffness);
  Vec3 force;
  for (int i = 0; i < contact.count; ++i)
    if (contact.weights[i] > 0) force -= derivatives.gradient.segment<3>(3 * i);
  contact.limit = force.dot(normal);
  return true;
}

/// Pairs of negative area reduce the normal force on a point, and so its friction: one factor scales the limits of the
/// other pairs of the point, which keeps the potential convex. Pairs of one point follow each other (ContactPairs).
void LaggedFriction::begin(std::span<const ContactPair> pairs, std::span<const Vec3> x, double distance,
                           double stiffness, double coefficient, double slip) {
  m_contacts.clear();
  m_start.assign(x.begin(), x.end());
  m_slip = slip;
  for (std::size_t i = 0; i < pairs.size();) {
    const std::size_t first = m_contacts.size();
    const bool isPoint = pairs[i].kind != ContactPair::Kind::edgeEdge;
    const auto point = pairs[i].points[0];
    double sum = 0, positive = 0;
    do {
      Contact contact;
      if (!findContact(pairs[i], x, distance, stiffness, contact)) continue;
      sum += contact.limit;
      if (!(contact.limit > 0)) continue;
      positive += contact.limit;
      m_contacts.push_back(contact);
    } while (++i < pairs.size() && isPoint && pairs[i].kind != ContactPair::Kind::edgeEdge &&
             pairs[i].points[0] == point);
    if (!(sum > 0)) m_contacts.resize(first);
    for (std::size_t c = first; c < m_contacts.size(); ++c) m_contacts[c].limit *= coefficient * (sum / positive);
  }
}

type::Vec2 LaggedFriction::slipOf(const Contact& contact, std::span<const Vec3> x) const {
  Vec3 displacement;
  for (int i = 0; i < contact.count; ++i)
    displacement += contact.weights[i] * (x[contact.points[i]] - m_start[contact.points[i]]);
  return {contact.tangents[0].dot(displacement), contact.tangents[1].dot(displacement)};
}

double LaggedFriction::energy(const Contact& contact, std::span<const Vec3> x) const {
  const double y = slipOf(contact, x).norm(), e = m_slip;
  return contact.limit * (y < e ? y * y * (1 - y / (3 * e)) / e + e / 3 : y);
}

/// With the ratio r(y) = f'(y) / y, which is (2 - y / e) / e below e and 1 / y beyond, the gradient by u is mu N r u,
/// and the Hessian mu N (r 1 + r' u u^T / y).
geometry::PointFunction<4> LaggedFriction::derivatives(const Contact& contact, std::span<const Vec3> x) const {
  const type::Vec2 u = slipOf(contact, x);
  const double y = u.norm(), e = m_slip;
  const double ratio = y < e ? (2 - y / e) / e : 1 / y;
  const double change = y < e ? (y > 0 ? -1 / (e * e * y) : 0) : -1 / (y * y * y);  // r' / y
  geometry::PointFunction<4> f;
  f.value = energy(contact, x);
  for (int i = 0; i < contact.count; ++i)
    for (int a = 0; a < 2; ++a) {
      const Vec3 left = contact.weights[i] * contact.tangents[a];
      f.gradient.segment<3>(3 * i) += contact.limit * ratio * u[a] * left;
      for (int j = 0; j < contact.count; ++j)
        for (int b = 0; b < 2; ++b) {
          const double entry = contact.limit * ((a == b ? ratio : 0) + change * u[a] * u[b]);
          f.hessian.block<3, 3>(3 * i, 3 * j) +=
              entry * (left * (contact.weights[j] * contact.tangents[b]).transpose());
        }
    }
  return f;
}

}  // namespace sofa::component::collision
