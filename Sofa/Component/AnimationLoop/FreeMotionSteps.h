#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::animationloop {

/// What loops have in common that let every ODE solver move as if there were no constraints, then correct the motion.
class FreeMotionSteps : public DefaultAnimationLoop {
 protected:
  /// What stands before the free motion; returns the time.
  double beginFreeStep(double dt);
  /// The motion of the solvers, and the free velocities of what is mapped.
  void moveFreely(double dt);
  /// Free positions of all states, mapped ones too, as their free velocities lead to.
  void integrateFreely(double dt);
  /// What follows the correction of a step that began at that time.
  void endFreeStep(double start, double dt);

 private:
  /// Free vectors are those of the state where they were never set.
  void startFreeVectors();
  /// Tells once of solvers whose states nothing corrects.
  void warnAboutUncorrected();

  std::size_t m_checkedVersion = ~std::size_t{0};
};

}  // namespace sofa::component::animationloop
