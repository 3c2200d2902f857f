// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/ContactPairForce.h"
#include "Sofa/Core/Contract/CollisionResponse.h"

namespace sofa::component::collision {

/// Springs that push two bodies apart where they are closer than a distance.
///
/// With u = x2 - x1 and penetration p = distance - u.n, each contact adds the forces -k p n and +k p n while p > 0; n
/// and the distance stay as detected during the step. Created by CollisionResponse.
class PenalityContactForceField : public ContactPairForce {
 public:
  struct Contact {
    type::Index index1, index2;
    type::Vec3 normal;  ///< from the first body to the second
    double distance;    ///< at which the force begins (m)
    double stiffness;   ///< N/m
    bool acts = false;  ///< where linearised
    int age = 0;        ///< detections in a row before this one that found it too
  };

  void clear() { m_contacts.clear(); }
  void add(const Contact& contact) { m_contacts.push_back(contact); }
  const std::vector<Contact>& contacts() const { return m_contacts; }
  /// Appends the contacts with their forces at the present positions.
  void listActing(std::vector<core::ActingContact>& list) const;

  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;
  void linearise(const core::MechanicalParams& params, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                 const VecDeriv& v2, core::Linearisation kind) override;

 protected:
  bool isEmpty() const override { return m_contacts.empty(); }
  void keepBelow(std::size_t size1, std::size_t size2) override {
    std::erase_if(m_contacts, [&](const Contact& c) { return c.index1 >= size1 || c.index2 >= size2; });
  }
  double energy(const VecCoord& x1, const VecCoord& x2) const override;

 private:
  static double penetration(const Contact& contact, const VecCoord& x1, const VecCoord& x2) {
    return contact.distance - (x2[contact.index2] - x1[contact.index1]).dot(contact.normal);
  }

  std::vector<Contact> m_contacts;
};

}  // namespace sofa::component::collision
