// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/Barrier/ContactBodies.h"
#include "Sofa/Component/Collision/Barrier/LaggedFriction.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Geometry/Contact/ContactPairs.h"

namespace sofa::component::collision {

/// Contact of all surfaces of the node and below by an energy that grows beyond bounds as a distance goes to 0, so that
/// nothing goes through anything (Li, Ferguson, Schneider, Langlois, Zorin, Panozzo, Jiang, Kaufman, Incremental
/// Potential Contact, ACM Transactions on Graphics 39, 2020; docs/manual/barrier-contact.md):
///
///   E(x) = sum over pairs closer than D of  area stiffness D b((d / D)^2),   b(s) = -(s - 1)^2 ln s,
///
/// with the distance d of a pair and the activation distance D (m), the stiffness in Pa and the area in m^2
/// (geometry::ContactPairs). The pressure at a gap d is 2 stiffness (d / D) |b'|.
///
/// For solvers that minimise energies. longestStep() ends before the first impact on the straight way, so that no
/// distance reaches 0. Where mapped points do not move straight, as those of a body that turns, the energy is infinite
/// unless the straight way from where the solver linearised last is free: a step that is accepted has a way there
/// without an intersection.
class BarrierContactForceField : public core::BaseForceField {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<double> d_activationDistance{this, "activationDistance", 1e-3,
                                    "distance at which surfaces begin to push each other away (m)"};
  Data<double> d_stiffness{this, "stiffness", 0.0,
                           "scale of the pressure between surfaces (Pa): 1.3 of it acts at three quarters of the "
                           "activationDistance, 4.3 at a half, 14 at a sixth; 0: from masses, areas, velocities "
                           "and step, growing where it is too low"};
  Data<double> d_friction{
      this, "friction", 0.0, "coefficient of Coulomb friction; 0: surfaces slide freely", {.group = "Friction"}};
  Data<double> d_slipVelocity{this,
                              "slipVelocity",
                              1e-3,
                              "velocity along the surface from which on the whole friction acts (m/s): what sticks "
                              "creeps slower than that",
                              {.group = "Friction"}};
  Data<double> d_usedStiffness{
      this, "usedStiffness", 0.0, "the stiffness of the last step (Pa)", {.readOnly = true, .autoLink = false}};
  Data<unsigned> d_pairs{this,
                         "pairs",
                         0u,
                         "pairs of elements that push each other, as of the last forces",
                         {.readOnly = true, .autoLink = false}};
  Data<double> d_smallestDistance{this,
                                  "smallestDistance",
                                  std::numeric_limits<double>::infinity(),
                                  "least distance of two elements that push each other, as of the last forces (m)",
                                  {.readOnly = true, .autoLink = false}};

  void init() override;
  void bwdInit() override;
  void reinit() override;
  void reset() override;
  void archive(core::Archive& archive) override;
  void dataChanged() override;
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;

  bool isInteraction() const override { return true; }
  std::vector<core::BaseState*> states() const override;
  void beginStep(const core::MechanicalParams& params) override;
  void accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) override;
  void lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) override;
  void accumulateForceAndLinearise(const core::MechanicalParams& params, core::VecDerivId f,
                                   core::Linearisation kind) override;
  void accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) override;
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override;
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  double longestStep(const core::MechanicalParams& params) override;

  const geometry::ContactSurface& surface() const { return m_bodies.surface(); }
  const std::vector<geometry::ContactPair>& pairs() const { return m_pairs.list(); }

 private:
  using Points = std::vector<type::Vec3>;
  /// A pair that acts, where it was linearised: of the contact, or of its friction.
  struct Tangent {
    std::array<type::Index, 4> points;
    int count;
    type::Mat<12> hessian;
  };

  /// The Data that the user sets, as they were last when all of them made sense.
  struct Values {
    double distance = 0, stiffness = 0, friction = 0, slipVelocity = 0;
  };

  /// Takes the Data into m_values; false, with an error for each that is wrong, if they stay as they were.
  bool takeValues();
  /// Discards what was computed for earlier positions.
  void forget();
  /// Positions at x in m_x, and the pairs there.
  void evaluate(core::VecCoordId x);
  bool updateBodies();
  void chooseStiffness();
  /// False, with an error, if surfaces go through each other at m_x.
  bool startsApart();
  /// False, with an error, if they did so on the way from the end of the last step to m_x.
  bool cameFreely();
  /// Whether a step may begin at m_x.
  bool mayBegin();
  void moveBase();
  bool isReachable();
  /// Whether m_x is on the way that longestStep() found free.
  bool isOnFreeWay() const;
  void computeGradients();
  void computeTangents(core::Linearisation kind, bool forces);
  void addForces(core::VecDerivId f);
  void noteDistances();
  /// An error, once, at the first force of a step whose energy nobody asked for: such a solver does not bound its
  /// steps.
  void tellIfUnbounded();

  Values m_values;
  mutable ContactBodies m_bodies{*this};
  geometry::CandidateSearch m_search;
  geometry::ContactCandidates m_candidates;
  geometry::ContactPairs m_pairs;
  LaggedFriction m_friction;
  Points m_x;     ///< where m_pairs are
  Points m_base;  ///< an admissible place, from which the straight way to a trial is looked at; empty: outside a step
  Points m_accepted;  ///< where the energy was finite last
  Points m_begun;     ///< where the last step began that began apart
  Points m_refused;   ///< where the last step began if bodies were not apart
  Points m_way;       ///< displacement from m_base of which m_free is free
  double m_free = 0;
  bool m_isApart = true;
  bool m_beforeForces = false;  ///< a step has begun, and no force was asked for yet
  bool m_isAsked = false;       ///< for an energy then: a solver that minimises
  bool m_toldUnbounded = false, m_toldNoStiffness = false, m_toldCloseAtRest = false;
  Points m_trial, m_end, m_dx;  ///< kept for their memory
  std::vector<ContactBodies::PointState::VecDeriv*> m_forces;
  std::vector<Tangent> m_tangents;
  std::vector<std::size_t> m_viewKeys;  ///< the pairs of states that m_tangents have, ascending
  std::vector<core::MatrixView> m_views;
  std::vector<type::Vec<12>> m_gradients;  ///< of the pairs, then of their friction
  std::vector<double> m_sums;
};

}  // namespace sofa::component::collision
