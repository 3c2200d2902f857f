// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <string>

#include "Sofa/Compatibility/Context.h"
#include "Sofa/Compatibility/Params.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/Mass.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"
#include "Sofa/Core/Contract/Solver.h"

/// Traversals of a scene as code written for SOFA defines them.
namespace sofa::simulation {

/// The simulation::Visitor of such code (Sofa/Compatibility/Names.h): override what is done at each node, on the
/// way down and on the way back.
class AuthorVisitor {
 public:
  using Node = core::Node;
  enum Result { RESULT_CONTINUE, RESULT_PRUNE };

  template <class Params>
  explicit AuthorVisitor(const Params*) {}
  virtual ~AuthorVisitor() = default;

  virtual Result processNodeTopDown(Node*) { return RESULT_CONTINUE; }
  virtual void processNodeBottomUp(Node*) {}
  virtual const char* getClassName() const { return "Visitor"; }
  virtual std::string getInfos() const { return {}; }

  /// From that node down; nodes that are switched off are passed over.
  void execute(Node* node) { run(node); }
  void execute(const Node* node) { run(const_cast<Node*>(node)); }

 private:
  void run(Node* node) {
    struct Walk : core::Visitor {
      explicit Walk(AuthorVisitor& visitor) : author(visitor) {}
      Answer topDown(core::Node& at) override {
        return author.processNodeTopDown(&at) == RESULT_PRUNE ? Answer::Prune : Answer::Continue;
      }
      void bottomUp(core::Node& at) override { author.processNodeBottomUp(&at); }
      AuthorVisitor& author;
    } walk(*this);
    if (node) node->execute(walk);
  }
};

/// A traversal that is called for components by what they are for. Where a function says so, the branch ends there.
class BaseMechanicalVisitor : public AuthorVisitor {
 public:
  using AuthorVisitor::AuthorVisitor;

  virtual Result fwdOdeSolver(Node*, core::OdeSolver*) { return RESULT_CONTINUE; }
  virtual Result fwdConstraintSolver(Node*, core::ConstraintSolver*) { return RESULT_CONTINUE; }
  virtual Result fwdMechanicalMapping(Node*, core::BaseMapping*) { return RESULT_CONTINUE; }
  virtual Result fwdMechanicalState(Node*, core::BaseState*) { return RESULT_CONTINUE; }
  virtual Result fwdMappedMechanicalState(Node*, core::BaseState*) { return RESULT_CONTINUE; }
  virtual Result fwdMass(Node*, core::BaseMass*) { return RESULT_CONTINUE; }
  virtual Result fwdForceField(Node*, core::BaseForceField*) { return RESULT_CONTINUE; }
  virtual Result fwdProjectiveConstraintSet(Node*, core::BaseProjectiveConstraint*) { return RESULT_CONTINUE; }
  virtual Result fwdConstraintSet(Node*, core::BaseLagrangianConstraint*) { return RESULT_CONTINUE; }
  virtual void bwdMechanicalState(Node*, core::BaseState*) {}
  virtual void bwdMappedMechanicalState(Node*, core::BaseState*) {}
  virtual void bwdMechanicalMapping(Node*, core::BaseMapping*) {}
  virtual void bwdProjectiveConstraintSet(Node*, core::BaseProjectiveConstraint*) {}
  virtual void bwdOdeSolver(Node*, core::OdeSolver*) {}

  Result processNodeTopDown(Node* node) override {
    bool goes = true;
    const auto each = [&](auto function, auto* type) {
      for (auto* object : node->allLocal<std::remove_pointer_t<decltype(type)>>())
        if ((this->*function)(node, object) == RESULT_PRUNE) goes = false;
    };
    each(&BaseMechanicalVisitor::fwdOdeSolver, static_cast<core::OdeSolver*>(nullptr));
    each(&BaseMechanicalVisitor::fwdConstraintSolver, static_cast<core::ConstraintSolver*>(nullptr));
    for (auto* mapping : node->allLocal<core::BaseMapping>())
      if (mapping->isMechanical() && fwdMechanicalMapping(node, mapping) == RESULT_PRUNE) goes = false;
    if (auto* state = stateOf(*node)) {
      const auto answer =
          isMapped(*node, state) ? fwdMappedMechanicalState(node, state) : fwdMechanicalState(node, state);
      if (answer == RESULT_PRUNE) goes = false;
    }
    each(&BaseMechanicalVisitor::fwdMass, static_cast<core::BaseMass*>(nullptr));
    for (auto* force : node->allLocal<core::BaseForceField>())
      if (!dynamic_cast<core::BaseMass*>(force) && fwdForceField(node, force) == RESULT_PRUNE) goes = false;
    each(&BaseMechanicalVisitor::fwdProjectiveConstraintSet, static_cast<core::BaseProjectiveConstraint*>(nullptr));
    each(&BaseMechanicalVisitor::fwdConstraintSet, static_cast<core::BaseLagrangianConstraint*>(nullptr));
    return goes ? RESULT_CONTINUE : RESULT_PRUNE;
  }
  void processNodeBottomUp(Node* node) override {
    for (auto* constraint : node->allLocal<core::BaseProjectiveConstraint>())
      bwdProjectiveConstraintSet(node, constraint);
    auto* state = stateOf(*node);
    if (state && !isMapped(*node, state)) bwdMechanicalState(node, state);
    if (state && isMapped(*node, state)) bwdMappedMechanicalState(node, state);
    for (auto* mapping : node->allLocal<core::BaseMapping>())
      if (mapping->isMechanical()) bwdMechanicalMapping(node, mapping);
    for (auto* solver : node->allLocal<core::OdeSolver>()) bwdOdeSolver(node, solver);
  }

 private:
  static core::BaseState* stateOf(const Node& node) {
    auto* state = node.slot<core::BaseState>();
    return state && state->isMechanical() ? state : nullptr;
  }
  static bool isMapped(const Node& node, const core::BaseState* state) {
    for (const auto* mapping : node.allLocal<core::BaseMapping>())
      for (const auto* output : mapping->outputs())
        if (output == state) return true;
    return false;
  }
};

class MechanicalVisitor : public BaseMechanicalVisitor {
 public:
  explicit MechanicalVisitor(const core::MechanicalParams* mechanicalParams)
      : BaseMechanicalVisitor(mechanicalParams), mparams(mechanicalParams) {}

 protected:
  const core::MechanicalParams* mparams;
};

}  // namespace sofa::simulation
#define SOFA_AUTHOR_HAS_VISITOR
