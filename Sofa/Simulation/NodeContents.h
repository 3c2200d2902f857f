// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "Sofa/Core/Contract/ContactForce.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/MatrixProjection.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::simulation {

/// The components of one node by what they are for, found once per change of their list.
class NodeContents {
 public:
  /// One component; null for the contracts it does not have.
  struct Part {
    core::Component* component = nullptr;
    core::BaseState* state = nullptr;
    core::BaseMapping* mapping = nullptr;
    core::BaseForceField* force = nullptr;
    core::BaseMass* mass = nullptr;
    core::BaseProjectiveConstraint* constraint = nullptr;
    core::BaseLagrangianConstraint* lagrangian = nullptr;
    core::ConstraintCorrection* correction = nullptr;
    core::OdeSolver* solver = nullptr;
    core::BehaviorModel* behavior = nullptr;
    core::CollisionPipelineBase* pipeline = nullptr;
    core::MatrixProjection* projection = nullptr;
    bool contact = false;                        ///< a force that comes and goes
    bool mechanical = false;                     ///< mechanical plans depend on it
    std::weak_ptr<const core::Base> alive = {};  ///< another component may lie where it did
  };

  /// Takes in changes of the list.
  void update(const std::vector<std::shared_ptr<core::Component>>& components);

  std::span<const Part> parts() const { return m_parts; }
  /// The last mapping, mass and mechanical state: those that fill the node's slots. Null if there is none.
  core::BaseMapping* mapping() const { return m_mapping; }
  core::BaseMass* mass() const { return m_mass; }
  core::BaseState* state() const { return m_state; }
  /// Change when mechanical components come, go or change places; contacts have a version of their own. No two nodes,
  /// and no two lists, have the same, but that of none at all, 0.
  std::size_t mechanicsVersion() const { return m_mechanicsVersion; }
  std::size_t contactsVersion() const { return m_contactsVersion; }

 private:
  bool isUpToDate(const std::vector<std::shared_ptr<core::Component>>& components) const;

  std::vector<Part> m_parts;
  core::BaseMapping* m_mapping = nullptr;
  core::BaseMass* m_mass = nullptr;
  core::BaseState* m_state = nullptr;
  std::size_t m_mechanicsVersion = 0, m_contactsVersion = 0;
};

}  // namespace sofa::simulation
