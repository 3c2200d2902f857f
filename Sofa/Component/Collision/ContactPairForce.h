// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/CollisionModel.h"
#include "Sofa/Core/Contract/ContactForce.h"
#include "Sofa/Core/Contract/ForceField.h"

namespace sofa::component::collision {

/// Whether forces of a contact leave a model where it is: one that is not simulated, unless the solver of its partner's
/// state integrates it too.
bool isObstacle(const core::CollisionModel& model, const core::BaseState& partner);

/// A force between the points of two bodies in contact, one of which may be an obstacle: a body that the force does not
/// move, and whose state knows no vectors of solvers. Its positions and velocities are read, nothing else.
class ContactPairForce : public core::PairForceField<type::Vec3Types>, public core::ContactForce {
 public:
  void setObstacles(bool first, bool second);
  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) override;
  void accumulateForceAndLinearise(const core::MechanicalParams& params, core::VecDerivId f,
                                   core::Linearisation kind) override {
    BaseForceField::accumulateForceAndLinearise(params, f, kind);
  }
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  /// Derived classes add their contacts, which act until the next detection.
  void archive(core::Archive& archive) override;

 protected:
  /// Whether there is no contact, so that nothing acts.
  virtual bool isEmpty() const = 0;
  /// Forgets contacts of points beyond those numbers.
  virtual void keepBelow(std::size_t size1, std::size_t size2) = 0;
  /// Whether there is a contact to compute. States may lose points between detections: contacts of these act no longer.
  bool acts();
  virtual double energy(const VecCoord& x1, const VecCoord& x2) const = 0;
  /// Calls add(df_a/d_b, a, b) for the pairs a, b = 0, 1 of bodies of which one at least is moved by the force. (What
  /// it would do between that one and an obstacle is left out by the system, or not: see ChainQuirk.h.)
  template <class Matrix, class F>
  void forEachBlock(Matrix matrixBetween, const F& add) const;

 private:
  core::VecCoordId place(bool obstacle, core::VecCoordId x) const { return obstacle ? core::vec::position : x; }
  core::VecDerivId motion(bool obstacle, core::VecDerivId v) const { return obstacle ? core::vec::velocity : v; }

  bool m_obstacle1 = false, m_obstacle2 = false;
  VecDeriv m_ignored, m_zero;  // forces on, and displacements of, an obstacle
};

template <class Matrix, class F>
void ContactPairForce::forEachBlock(Matrix matrixBetween, const F& add) const {
  core::BaseState* const states[] = {l_object1.get(), l_object2.get()};
  const bool moves[] = {!m_obstacle1, !m_obstacle2};
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b)
      if (moves[a] || moves[b]) add(matrixBetween(states[a], states[b]), a, b);
}

}  // namespace sofa::component::collision
