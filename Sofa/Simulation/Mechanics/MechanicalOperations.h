// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Simulation/Mechanics/MechanicalPlan.h"

namespace sofa::simulation {

/// The operations solvers are written with, on symbolic vectors of all states below a node.
///
/// They follow the node's MechanicalPlan. Vector operations act on unmapped states. Sums run in a fixed partition, so
/// results do not depend on the number of threads.
class MechanicalOperations {
 public:
  using VecCoordId = core::VecCoordId;
  using VecDerivId = core::VecDerivId;
  using Params = core::MechanicalParams;
  using Linearisation = core::Linearisation;

  /// Operations below `node`, restricted to components with `tags`.
  void bind(core::Node& node, const type::TagSet& tags = {});
  MechanicalPlan& plan() { return *m_plan; }
  const MechanicalGraph& graph() { return m_plan->graph(); }

  // --- vectors ---
  void allocate(VecCoordId id);
  void allocate(VecDerivId id);
  void clear(VecDerivId v);
  void copy(VecDerivId out, VecDerivId v);
  void copy(VecCoordId out, VecCoordId x);
  void scale(VecDerivId v, double factor);
  /// v += factor a.
  void addScaled(VecDerivId v, VecDerivId a, double factor);
  /// out = a + factor b.
  void sum(VecDerivId out, VecDerivId a, VecDerivId b, double factor);
  /// out = x + factor d.
  void integrate(VecCoordId out, VecCoordId x, VecDerivId d, double factor);
  /// vOut = v + factor a, then xOut = x + h vOut, state by state: a vector that follows another by a link sees it
  /// moved.
  void advance(VecDerivId vOut, VecDerivId v, VecDerivId a, double factor, VecCoordId xOut, VecCoordId x, double h);
  double dot(VecDerivId a, VecDerivId b);
  double dot(VecCoordId a, VecCoordId b);
  /// out = a - b, coordinate by coordinate: only for states whose positions form a vector space.
  void difference(VecDerivId out, VecCoordId a, VecCoordId b);
  /// |a - b|^2 over all coordinates.
  double squaredDistance(VecCoordId a, VecCoordId b);
  /// s += alpha p and r -= alpha q in one pass; returns r.r.
  double stepAndResidual(VecDerivId s, VecDerivId p, VecDerivId r, VecDerivId q, double alpha);
  /// Entries of |v_i|^2 < t^2 become zero, on every state.
  void threshold(VecDerivId v, double t);

  /// The vector of every unmapped state, for components that keep one between steps.
  void archive(core::Archive& archive, VecDerivId v);

  // --- graph operations: on Scope::solved, unless another is asked for ---
  // Forces, at params.x, params.v, in `f` of all states, mapped ones too. Explicit solvers compute them alone; implicit
  // ones fix there the point of products and matrices at once, for the geometric stiffness of forces in params.f.
  void beginStep(const Params& params);
  void computeForce(const Params& params, VecDerivId f, Scope scope = Scope::solved);
  void computeForceAndLinearise(const Params& params, VecDerivId f, Linearisation kind = Linearisation::exact,
                                Scope scope = Scope::solved);
  /// Fixes params.x, params.v as the point of products and matrices.
  void linearise(const Params& params, Linearisation kind = Linearisation::exact);
  /// df += (m M + b B + k K) dx with the factors of params; dx must have been propagated. As propagateDx(), it passes
  /// over mappings below which nothing acts (MechanicalGraph::Loaded): neither vector means anything there. What df has
  /// on mapped states is lost.
  void addMBKdx(const Params& params, VecDerivId df, Scope scope = Scope::solved);
  /// Same with the velocities params.v in the place of dx.
  void addMBKv(const Params& params, VecDerivId df, Scope scope = Scope::solved);
  /// df = (m M + b B + k K) dx; propagates params.dx first.
  void multiply(const Params& params, VecDerivId df);
  /// Adds to unmapped states what mappings below which something acts make of `f` on mapped ones.
  void pullForces(VecDerivId f);
  /// Allocates the vector on mapped states and makes it zero there.
  void clearMapped(VecDerivId v, Scope scope = Scope::solved);
  void propagateDx(VecDerivId dx);
  void propagatePosition(VecCoordId x);
  void propagateVelocity(VecDerivId v);
  void projectResponse(const Params& params, VecDerivId d, Scope scope = Scope::solved);
  void projectPositionAndVelocity(const Params& params, VecCoordId x, VecDerivId v);
  void addMdx(const Params& params, VecDerivId res, double factor);
  void accFromF(const Params& params, VecDerivId a, VecDerivId f);
  void addSeparateGravity(double dt, VecDerivId v);
  struct PotentialEnergy {
    double known = 0;                               ///< of the force fields and weights that have one (J)
    const core::BaseForceField* unknown = nullptr;  ///< the first that has none
  };
  /// Potential energy at params.x.
  PotentialEnergy potentialEnergy(const Params& params);
  /// How much of the increment params.dx may be added to params.x: the least that a component allows, in [0, 1].
  double longestStep(const Params& params);
  /// Accelerations at (x, v): project, propagate, forces, M^-1, project.
  void computeAcceleration(const Params& params, VecDerivId a, VecCoordId x, VecDerivId v);
  /// Interaction forces of nodes outside any solver, added to `f` of their states.
  void clearExternalForces();

 private:
  template <class AddForce>
  void sumForces(VecDerivId f, Scope scope, const AddForce& addForce);

  /// Propagates dx; df is allocated, and zero where no product starts it.
  void propagateAndAllocate(VecDerivId dx, VecDerivId df);
  void addProducts(const Params& params, VecDerivId df, Scope scope, bool mayStart);

  /// Whether external forces push mapped states, so that mappings below which nothing else acts count too.
  bool arePushed(Scope scope);
  const std::vector<core::BaseMapping*>& workingMappings(Scope scope);

  MechanicalPlan* m_plan = nullptr;
};

/// A solver's own vector of derivatives, allocated on first use and kept between steps.
class TemporaryDeriv {
 public:
  TemporaryDeriv();
  ~TemporaryDeriv();
  TemporaryDeriv(const TemporaryDeriv&) = delete;
  TemporaryDeriv& operator=(const TemporaryDeriv&) = delete;
  operator core::VecDerivId() const { return m_id; }

 private:
  core::VecDerivId m_id;
};

class TemporaryCoord {
 public:
  TemporaryCoord();
  ~TemporaryCoord();
  TemporaryCoord(const TemporaryCoord&) = delete;
  TemporaryCoord& operator=(const TemporaryCoord&) = delete;
  operator core::VecCoordId() const { return m_id; }

 private:
  core::VecCoordId m_id;
};

}  // namespace sofa::simulation
