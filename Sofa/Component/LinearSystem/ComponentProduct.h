// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "Sofa/Core/Contract/LightProduct.h"
#include "Sofa/Simulation/Mechanics/MatrixAssembly.h"

namespace sofa::component::linearsystem {

/// Products of an assembled matrix by the components that it is the sum of, where each of them says that its own costs
/// less (core::LightProduct) and all act on the one state that is solved. Rows and columns that constraints replace by
/// those of the identity are left out of the product.
///
/// Which form is used depends on the components and on what was built since the last linearisation: the same run gives
/// the same bits, resumed or not.
class ComponentProduct {
 public:
  /// After a build of the whole matrix with these params.
  void plan(const simulation::MatrixAssembly& assembly, const core::MechanicalParams& params);
  void forget() { m_state = nullptr; }
  /// Whether the products of the components are those of the matrix as it was built last.
  bool isReady() const;
  /// q = A p. Writes to p in between.
  void multiply(core::VecDerivId q, core::VecDerivId p);

 private:
  template <class Component>
  struct Part {
    Component* component;
    const core::LightProduct* light;
    std::size_t version;
    double factor;  ///< of Rayleigh damping too, which may be edited between a build and the solves with it
  };
  double factorOf(const core::BaseForceField& force) const { return force.stiffnessFactor(m_params); }
  double factorOf(const core::BaseMass& mass) const { return mass.massFactor(m_params); }
  template <class Component>
  bool take(std::vector<Part<Component>>& parts, Component& component, const core::BlockTable& table) const;
  bool takeAll(const simulation::MatrixPart& summands);
  bool takeConstrained(std::span<const std::pair<int, int>> discarded);

  core::BaseState* m_state = nullptr;  ///< null: it is the matrix that multiplies
  core::MechanicalParams m_params;
  std::vector<Part<core::BaseForceField>> m_forces;
  std::vector<Part<core::BaseMass>> m_masses;
  std::vector<int> m_constrained;  ///< unknowns whose rows and columns are those of the identity, each once
  std::vector<double> m_aside;     ///< what p has there
};

}  // namespace sofa::component::linearsystem
