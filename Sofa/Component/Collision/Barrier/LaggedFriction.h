// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Geometry/Contact/ContactPairs.h"

namespace sofa::component::collision {

/// Coulomb friction of the pairs of a contact, as a potential of the displacement over a step. Normal forces N and
/// tangent planes are those of the beginning of the step. With the slip u, the part of the displacement of one side
/// against the other that lies in the tangent plane,
///
///   D(u) = mu N f(|u|),   f(y) = y^2 / e - y^3 / (3 e^2) + e / 3 for y < e, else y,
///
/// so that the force mu N f'(|u|) u / |u| is smooth and reaches mu N at the slip e = slipVelocity h (Li et al.,
/// Incremental Potential Contact, 2020, section 5.4). Lengths in m, N in N.
class LaggedFriction {
 public:
  struct Contact {
    std::array<type::Index, 4> points;
    int count;
    std::array<double, 4> weights;  ///< of the points in the slip: those of one side sum to 1, of the other to -1
    type::Vec3 tangents[2];
    double limit;  ///< mu N
  };

  void clear() { m_contacts.clear(); }
  /// Takes contacts from pairs at x; `slip` is e.
  void begin(std::span<const geometry::ContactPair> pairs, std::span<const type::Vec3> x, double distance,
             double stiffness, double coefficient, double slip);
  const std::vector<Contact>& contacts() const { return m_contacts; }
  double energy(const Contact& contact, std::span<const type::Vec3> x) const;
  /// The Hessian has no negative eigenvalues: D is convex.
  geometry::PointFunction<4> derivatives(const Contact& contact, std::span<const type::Vec3> x) const;

 private:
  static bool findContact(const geometry::ContactPair& pair, std::span<const type::Vec3> x, double distance,
                          double stiffness, Contact& contact);
  type::Vec2 slipOf(const Contact& contact, std::span<const type::Vec3> x) const;

  std::vector<Contact> m_contacts;
  std::vector<type::Vec3> m_start;
  double m_slip = 0;
};

}  // namespace sofa::component::collision
