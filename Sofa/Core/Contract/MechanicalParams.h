// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/VecId.h"

namespace sofa::core {

/// A real that can also be read as components written for SOFA do: params->kFactor().
struct Factor {
  double value = 0;
  constexpr Factor(double v = 0) : value(v) {}
  constexpr operator double() const { return value; }
  constexpr double operator()() const { return value; }
};

/// What a mechanical operation works on and with which factors (docs/manual/solvers.md, "Mechanical operations").
/// Factors: m of mass, b of damping df/dv, k of stiffness df/dx.
struct MechanicalParams {
  VecCoordId x = vec::position;
  VecDerivId v = vec::velocity;
  VecDerivId f = vec::force;
  VecDerivId dx = vec::dx;
  VecDerivId df = vec::dforce;
  Factor mFactor = 0;
  Factor bFactor = 0;
  Factor kFactor = 0;
  Factor dt = 0;
  bool implicit = false;
  bool symmetricOnly = true;

  // Names of SOFA's class; a state there is whatever Sofa/Compatibility makes of one.
  bool supportOnlySymmetricMatrix() const { return symmetricOnly; }
  double kFactorIncludingRayleighDamping(double rayleighStiffness) const {
    return kFactor + bFactor * rayleighStiffness;
  }
  double mFactorIncludingRayleighDamping(double rayleighMass) const { return mFactor - bFactor * rayleighMass; }
  template <class State>
  auto readX(const State& state) const {
    return state->read(x);
  }
  template <class State>
  auto readV(const State& state) const {
    return state->read(v);
  }
  template <class State>
  auto readF(const State& state) const {
    return state->read(f);
  }
  template <class State>
  auto readDx(const State& state) const {
    return state->read(dx);
  }
};

}  // namespace sofa::core
