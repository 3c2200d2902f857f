#pragma once
#include "Sofa/Core/VecId.h"

namespace sofa::core {

/// What a mechanical operation works on and with which factors (sheet 02 §1.1). Factors: m of mass, b of damping df/dv,
/// k of stiffness df/dx.
struct MechanicalParams {
  VecCoordId x = vec::position;
  VecDerivId v = vec::velocity;
  VecDerivId f = vec::force;
  VecDerivId dx = vec::dx;
  VecDerivId df = vec::dforce;
  double mFactor = 0;
  double bFactor = 0;
  double kFactor = 0;
  double dt = 0;
  bool implicit = false;
  bool symmetricOnly = true;
};

}  // namespace sofa::core
