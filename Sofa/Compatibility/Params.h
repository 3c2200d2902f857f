// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include "Sofa/Core/Contract/LagrangianConstraint.h"
#include "Sofa/Core/Contract/MechanicalParams.h"

/// The parameters of operations as free functions, which is how code written for SOFA may read them too.
namespace sofa::core {

/// Parameters of operations that are not mechanical.
struct ExecParams {
  static const ExecParams* defaultInstance() {
    static const ExecParams params;
    return &params;
  }
};

namespace execparams {
inline const ExecParams* defaultInstance() { return ExecParams::defaultInstance(); }
}  // namespace execparams

namespace constraintparams {
inline const ConstraintParams* defaultInstance() {
  static const ConstraintParams params;
  return &params;
}
}  // namespace constraintparams

namespace mechanicalparams {
inline const MechanicalParams* defaultInstance() {
  static const MechanicalParams params;
  return &params;
}
inline double dt(const MechanicalParams* params) { return params->dt; }
inline double mFactor(const MechanicalParams* params) { return params->mFactor; }
inline double bFactor(const MechanicalParams* params) { return params->bFactor; }
inline double kFactor(const MechanicalParams* params) { return params->kFactor; }
inline bool symmetricMatrix(const MechanicalParams* params) { return params->supportOnlySymmetricMatrix(); }
inline double kFactorIncludingRayleighDamping(const MechanicalParams* params, double rayleighStiffness) {
  return params->kFactorIncludingRayleighDamping(rayleighStiffness);
}
inline double mFactorIncludingRayleighDamping(const MechanicalParams* params, double rayleighMass) {
  return params->mFactorIncludingRayleighDamping(rayleighMass);
}
}  // namespace mechanicalparams

}  // namespace sofa::core
