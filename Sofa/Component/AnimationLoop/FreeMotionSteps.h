// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/AnimationLoop/DefaultAnimationLoop.h"
#include "Sofa/Core/Contract/LagrangianConstraint.h"

namespace sofa::component::animationloop {

/// What loops have in common that let every ODE solver move as if there were no constraints, then correct the motion.
class FreeMotionSteps : public DefaultAnimationLoop {
 public:
  core::Data<bool> d_rowsAtPosition{
      this, "rowsAtPosition", false,
      "forces of constraints have the lever arms of the positions at which contacts are found, as in exact scenes; "
      "else contacts of rigid bodies have those of the free motion"};

 protected:
  /// What stands before the free motion; returns the time.
  double beginFreeStep(double dt);
  /// The motion of the solvers, and the free velocities of what is mapped.
  void moveFreely(double dt);
  /// Free positions of all states, mapped ones too, as their free velocities lead to.
  void integrateFreely(double dt);
  /// Before a constraint solver asks for rows: the mappings as `rowsAtPosition` wants them.
  void placeArms();
  /// What follows the correction of a step that began at that time.
  void endFreeStep(double start, double dt);

 private:
  /// Free vectors are those of the state where they were never set.
  void startFreeVectors();
  /// Tells once of solvers whose states nothing corrects.
  void warnAboutUncorrected();
  /// Tells once that forces outside the solvers do not act. In exact scenes they do, and are no tasks.
  void tellOfForces();

  /// Whether a rigid body with contacts turns in the free motion, so that the arms of the contacts do.
  bool turnsContacts();

  std::size_t m_checkedVersion = ~std::size_t{0};
  bool m_toldOfArms = false, m_toldOfForces = false;
};

}  // namespace sofa::component::animationloop
