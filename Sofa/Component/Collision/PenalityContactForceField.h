#pragma once
#include "Sofa/Core/Contract/ContactForce.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::collision {

/// Springs that push two bodies apart where they are closer than a distance.
///
/// With u = x2 - x1 and penetration p = distance - u.n, each contact adds the forces -k p n and +k p n while p > 0; n
/// and the distance stay as detected during the step. Created by CollisionResponse.
class PenalityContactForceField : public core::PairForceField<type::Vec3Types>, public core::ContactForce {
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
  /// Bodies that the force does not move: their positions are read, nothing else.
  void setObstacles(bool first, bool second);

  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) override;
  void accumulateForceAndLinearise(const core::MechanicalParams& params, core::VecDerivId f,
                                   core::Linearisation kind) override {
    BaseForceField::accumulateForceAndLinearise(params, f, kind);
  }
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1,
                const VecCoord& x2, const VecDeriv& v1, const VecDeriv& v2) override;
  void addDForce(const core::MechanicalParams& params, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1,
                 const VecDeriv& dx2, double kFactor, double bFactor) override;

 private:
  static double penetration(const Contact& contact, const VecCoord& x1, const VecCoord& x2) {
    return contact.distance - (x2[contact.index2] - x1[contact.index1]).dot(contact.normal);
  }
  const VecCoord& positions(const core::State<type::Vec3Types>& state, bool obstacle, core::VecCoordId x) const;

  std::vector<Contact> m_contacts;
  bool m_obstacle1 = false, m_obstacle2 = false;
  VecDeriv m_ignored, m_zero;  // forces on, and displacements of, an obstacle
};

}  // namespace sofa::component::collision
