#pragma once
#include <array>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Type/Jet.h"

namespace sofa::core {

/// A force field known by the energy of its elements alone; forces and tangents follow by automatic differentiation.
///
/// Derived offers  std::size_t elementCount() const;
///                 std::array<type::Index, Nodes> elementNodes(std::size_t e) const;
///                 template <class S> S energy(std::size_t e, const std::array<type::Vec<D, S>, Nodes>& x) const;
/// where S is double or a number with derivatives, and D the size of a point. Meant for a few nodes per element: the
/// cost grows with the square of Nodes * D. Override addForce and addDForce for a hand-written version.
template <class Derived, class DataTypes, std::size_t Nodes>
class EnergyForceField : public ForceField<DataTypes> {
  static_assert(!DataTypes::isRigid, "points without rotation only");
  static constexpr int D = DataTypes::coordSize;
  static constexpr int size = static_cast<int>(Nodes) * D;
  using Jet = type::Jet<size>;

 public:
  using typename ForceField<DataTypes>::VecCoord;
  using typename ForceField<DataTypes>::VecDeriv;
  using ForceField<DataTypes>::addForce;
  using ForceField<DataTypes>::addDForce;

  void addForce(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    m_hessians.resize(derived().elementCount());
    for (std::size_t e = 0; e < m_hessians.size(); ++e) {
      const auto nodes = derived().elementNodes(e);
      std::array<type::Vec<D, Jet>, Nodes> variables;
      for (std::size_t n = 0; n < Nodes; ++n)
        for (int k = 0; k < D; ++k) variables[n][k] = Jet::variable(x[nodes[n]][k], static_cast<int>(n) * D + k);
      const Jet energy = derived().template energy<Jet>(e, variables);
      for (std::size_t n = 0; n < Nodes; ++n)
        f[nodes[n]] -= energy.gradient.template segment<D>(static_cast<int>(n) * D);
      m_hessians[e] = energy.hessian;
    }
  }

  void addDForce(const MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    for (std::size_t e = 0; e < m_hessians.size(); ++e) {
      const auto nodes = derived().elementNodes(e);
      typename Jet::Gradient local;
      for (std::size_t n = 0; n < Nodes; ++n) local.template segment<D>(static_cast<int>(n) * D) = dx[nodes[n]];
      const typename Jet::Gradient product = kFactor * (m_hessians[e] * local);
      for (std::size_t n = 0; n < Nodes; ++n) df[nodes[n]] -= product.template segment<D>(static_cast<int>(n) * D);
    }
  }

  void buildStiffnessMatrix(StiffnessMatrix* matrix) override {
    // One line per element as addElements reads them; the hessians may be of fewer elements than there are now.
    struct Elements {
      const EnergyForceField& field;
      std::size_t size() const { return field.m_hessians.size(); }
      auto operator[](std::size_t e) const { return field.derived().elementNodes(e); }
    };
    if (!this->mstate()) return;
    matrix->getForceDerivativeIn(this->mstate())
        .withRespectToPositionsIn(this->mstate())
        .template addElements<static_cast<int>(Nodes), D>(
            Elements{*this}, [this](std::size_t e, typename Jet::Hessian& k) { k = -m_hessians[e]; });
  }

  double potentialEnergy(const MechanicalParams& params) const override {
    const VecCoord& x = this->mstate()->coords(params.x);
    double total = 0;
    for (std::size_t e = 0; e < derived().elementCount(); ++e) {
      const auto nodes = derived().elementNodes(e);
      std::array<type::Vec<D, double>, Nodes> points;
      for (std::size_t n = 0; n < Nodes; ++n) points[n] = x[nodes[n]];
      total += derived().template energy<double>(e, points);
    }
    return total;
  }

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }
  std::vector<typename Jet::Hessian> m_hessians;  // of the last addForce
};

}  // namespace sofa::core
