// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Visitor.h"
#include "Sofa/Simulation/Mechanics/MechanicalOperations.h"
#include "Sofa/Simulation/Scene/GraphEdit.h"

/// What code written for SOFA has done to a scene by a visitor of that name.
namespace sofa::simulation {

/// Tells the listening components of a node and below.
class PropagateEventVisitor : public AuthorVisitor {
 public:
  template <class Params>
  PropagateEventVisitor(const Params* params, core::Event* event) : AuthorVisitor(params), m_event(event) {}
  void execute(Node* node) { node->broadcast(*m_event); }

 private:
  core::Event* m_event;
};

/// Positions and velocities of mapped states, visual ones too, follow those that drive them.
class UpdateMappingVisitor : public AuthorVisitor {
 public:
  using AuthorVisitor::AuthorVisitor;
  Result processNodeTopDown(Node* node) override {
    for (auto* mapping : node->allLocal<core::BaseMapping>()) {
      mapping->mapPositions(core::vec::position, core::vec::position);
      if (mapping->isMechanical()) mapping->mapVelocities(core::vec::velocity, core::vec::velocity);
    }
    return RESULT_CONTINUE;
  }
};

/// The nodes take gravity, time and step of their parents.
class UpdateContextVisitor : public AuthorVisitor {
 public:
  using AuthorVisitor::AuthorVisitor;
  Result processNodeTopDown(Node* node) override {
    node->inheritContext();
    return RESULT_CONTINUE;
  }
};
using UpdateSimulationContextVisitor = UpdateContextVisitor;

/// Links without a target look for it again.
class UpdateLinksVisitor : public AuthorVisitor {
 public:
  using AuthorVisitor::AuthorVisitor;
  Result processNodeTopDown(Node* node) override {
    for (const auto& component : node->components())
      for (auto* link : component->links()) link->retry();
    return RESULT_CONTINUE;
  }
};

/// What moves by itself before each step does so.
class BehaviorUpdatePositionVisitor : public AuthorVisitor {
 public:
  template <class Params>
  BehaviorUpdatePositionVisitor(const Params* params, double dt) : AuthorVisitor(params), m_dt(dt) {}
  Result processNodeTopDown(Node* node) override {
    for (auto* model : node->allLocal<core::BehaviorModel>()) model->updatePosition(m_dt);
    return RESULT_CONTINUE;
  }

 private:
  double m_dt;
};

/// Initialises a node that was added to a running scene, with all below.
class InitVisitor : public AuthorVisitor {
 public:
  using AuthorVisitor::AuthorVisitor;
  void execute(Node* node) { initAdded(*node->root(), {node->shared_from_this()}); }
};

namespace mechanicalvisitor {

/// Operations on all states from a node down.
class OperationVisitor : public MechanicalVisitor {
 public:
  using MechanicalVisitor::MechanicalVisitor;

 protected:
  static MechanicalOperations below(Node* node) {
    MechanicalOperations operations;
    operations.bind(*node);
    return operations;
  }
};

/// Mapped positions and velocities follow those that drive them.
class MechanicalPropagateOnlyPositionAndVelocityVisitor : public OperationVisitor {
 public:
  explicit MechanicalPropagateOnlyPositionAndVelocityVisitor(const core::MechanicalParams* mparams,
                                                             core::VecCoordId x = core::vec::position,
                                                             core::VecDerivId v = core::vec::velocity)
      : OperationVisitor(mparams), m_x(x), m_v(v) {}
  void execute(Node* node) {
    auto operations = below(node);
    operations.propagatePosition(m_x);
    operations.propagateVelocity(m_v);
  }

 private:
  core::VecCoordId m_x;
  core::VecDerivId m_v;
};

class MechanicalPropagateOnlyPositionVisitor : public OperationVisitor {
 public:
  explicit MechanicalPropagateOnlyPositionVisitor(const core::MechanicalParams* mparams, double /*time*/ = 0,
                                                  core::VecCoordId x = core::vec::position)
      : OperationVisitor(mparams), m_x(x) {}
  void execute(Node* node) { below(node).propagatePosition(m_x); }

 private:
  core::VecCoordId m_x;
};

/// Projective constraints act on positions and velocities.
class MechanicalProjectPositionAndVelocityVisitor : public OperationVisitor {
 public:
  explicit MechanicalProjectPositionAndVelocityVisitor(const core::MechanicalParams* mparams, double /*time*/ = 0,
                                                       core::VecCoordId x = core::vec::position,
                                                       core::VecDerivId v = core::vec::velocity)
      : OperationVisitor(mparams), m_x(x), m_v(v) {}
  void execute(Node* node) { below(node).projectPositionAndVelocity(*mparams, m_x, m_v); }

 private:
  core::VecCoordId m_x;
  core::VecDerivId m_v;
};

/// v = 0, v = a, v = f a, v = a + f b of derivatives, on states that no mapping drives.
class MechanicalVOpVisitor : public OperationVisitor {
 public:
  MechanicalVOpVisitor(const core::MechanicalParams* mparams, core::VecDerivId v,
                       core::VecDerivId a = core::VecDerivId::null(), core::VecDerivId b = core::VecDerivId::null(),
                       double f = 1)
      : OperationVisitor(mparams), m_v(v), m_a(a), m_b(b), m_factor(f) {}
  void execute(Node* node) {
    auto operations = below(node);
    operations.allocate(m_v);
    if (!m_a.isNull() && !m_b.isNull()) return operations.sum(m_v, m_a, m_b, m_factor);
    if (m_a.isNull() && m_b.isNull()) return operations.clear(m_v);
    const auto from = m_a.isNull() ? m_b : m_a;
    if (from != m_v) operations.copy(m_v, from);
    if (m_a.isNull()) operations.scale(m_v, m_factor);
  }

 private:
  core::VecDerivId m_v, m_a, m_b;
  double m_factor;
};

}  // namespace mechanicalvisitor

}  // namespace sofa::simulation
