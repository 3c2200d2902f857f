#pragma once
#include "Sofa/Core/Contract/ConstraintProblem.h"
#include "Sofa/Core/ObjectModel/Event.h"

namespace sofa::core {

/// A constraint solver that tells what it solved last: rows, violations at the free motion and multipliers stay in the
/// problem until the next solve.
class LastConstraints {
 public:
  virtual ~LastConstraints() = default;
  virtual const ConstraintProblem& lastProblem() const = 0;
  /// W of that problem; made when it is asked for, of a solver that works without it.
  virtual linearalgebra::DenseMatrix lastCompliance() const = 0;
};

/// Told from the node of a constraint solver: the problem and, if the solver assembles it, W are complete.
struct BuildConstraintSystemEndEvent : NamedEvent<BuildConstraintSystemEndEvent> {
  static constexpr const char* eventName = "BuildConstraintSystemEndEvent";
};
/// The multipliers are found; the states are not corrected yet.
struct SolveConstraintSystemEndEvent : NamedEvent<SolveConstraintSystemEndEvent> {
  static constexpr const char* eventName = "SolveConstraintSystemEndEvent";
};

}  // namespace sofa::core
