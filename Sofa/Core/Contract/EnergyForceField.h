// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/Jet.h"
#include "Sofa/Type/PositivePart.h"

namespace sofa::core {

/// A force field known by the energy of its elements alone; forces and tangents follow by automatic differentiation,
/// Hessians only where they are linearised.
///
/// Derived offers  std::size_t elementCount() const;
///                 std::array<type::Index, Nodes> elementNodes(std::size_t e) const;
///                 template <class S> S energy(std::size_t e, const std::array<type::Vec<D, S>, Nodes>& x) const;
/// where S is double or a number with derivatives, and D the size of a point. energy() is called by several threads at
/// once. Meant for a few nodes per element: the cost grows with the square of the number of variables.
///
/// An energy that depends on the positions by F = sum over the nodes n of x_n g_n^T alone (D x Columns, the deformation
/// gradient of a linear element with shape function gradients g_n) is given, with Columns above 0, as
///                 const type::Mat<Nodes, Columns>& shapeGradients(std::size_t e) const;
///                 template <class S> S energy(std::size_t e, const type::Mat<D, Columns, S>& f) const;
/// which differentiates by fewer variables. One that knows a cheaper way to its derivatives by F, column after column,
/// offers it as
///                 template <class Jet>
///                 Jet energyWithDerivatives(std::size_t e, const type::Mat<D, Columns>& f,
///                                           Linearisation kind) const;
/// A positive definite tangent has the Hessian of every element, by these
/// variables, without its negative eigenvalues.
///
/// Elements are computed in fixed chunks and added in their order: the sums are the same for any number of threads.
template <class Derived, class DataTypes, std::size_t Nodes, int Columns = 0>
class EnergyForceField : public ForceField<DataTypes> {
  static_assert(!DataTypes::isRigid, "points without rotation only");
  static constexpr int D = DataTypes::coordSize;
  static constexpr int size = static_cast<int>(Nodes) * D, variables = Columns > 0 ? D *Columns : size;
  static constexpr std::size_t chunk = 128;
  using Slope = type::Jet<variables, 1>;
  using Curve = type::Jet<variables, 2>;
  using Vector = type::Vec<size>;
  using Hessian = type::Mat<size, size>;

 public:
  using typename ForceField<DataTypes>::VecCoord;
  using typename ForceField<DataTypes>::VecDeriv;

  void addForce(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    forEachElement(derived().elementCount(), [&](std::size_t e) {
      m_local[e] = nodeGradient(e, evaluate<Slope>(e, x, Linearisation::exact).gradient);
    });
    subtract(f);
  }

  void linearise(const MechanicalParams&, const VecCoord& x, const VecDeriv&, Linearisation kind) override {
    m_hessians.resize(derived().elementCount());
    forEachElement(m_hessians.size(),
                   [&](std::size_t e) { m_hessians[e] = nodeHessian(e, evaluate<Curve>(e, x, kind).hessian); });
  }

  void addForceAndLinearise(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&,
                            Linearisation kind) override {
    m_hessians.resize(derived().elementCount());
    forEachElement(m_hessians.size(), [&](std::size_t e) {
      const Curve energy = evaluate<Curve>(e, x, kind);
      m_local[e] = nodeGradient(e, energy.gradient);
      m_hessians[e] = nodeHessian(e, energy.hessian);
    });
    subtract(f);
  }

  void addDForce(const MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    forEachElement(m_hessians.size(), [&](std::size_t e) {
      const auto nodes = derived().elementNodes(e);
      Vector d;
      for (std::size_t n = 0; n < Nodes; ++n) d.template segment<D>(static_cast<int>(n) * D) = dx[nodes[n]];
      m_local[e] = kFactor * (m_hessians[e] * d);
    });
    subtract(df);
  }

  void buildStiffnessMatrix(StiffnessMatrix* matrix) override {
    // One line per element as addElements reads them; the Hessians may be of fewer elements than there are now.
    struct Elements {
      const EnergyForceField& field;
      std::size_t size() const { return field.m_hessians.size(); }
      auto operator[](std::size_t e) const { return field.derived().elementNodes(e); }
    };
    auto* state = this->mstate();
    if (!state) return;
    const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
    dfdx.template addElements<static_cast<int>(Nodes), D>(Elements{*this},
                                                          [this](std::size_t e, Hessian& k) { k = -m_hessians[e]; });
  }

  std::optional<double> potentialEnergy(const MechanicalParams& params) override {
    auto* state = this->mstate();
    if (!state) return 0;
    const VecCoord& x = state->coords(params.x);
    const std::size_t count = derived().elementCount();
    m_sums.resize((count + chunk - 1) / chunk);
    helper::parallelChunks(count, chunk, [&](std::size_t begin, std::size_t end) {
      double sum = 0;
      for (std::size_t e = begin; e < end; ++e) sum += evaluate<double>(e, x, Linearisation::exact);
      m_sums[begin / chunk] = sum;
    });
    double total = 0;
    for (const double sum : m_sums) total += sum;
    return total;
  }

 protected:
  /// F of an element at x, for energies of F.
  type::Mat<D, Columns> deformationGradient(std::size_t e, const VecCoord& x) const {
    const auto nodes = derived().elementNodes(e);
    const auto& gradients = derived().shapeGradients(e);
    type::Mat<D, Columns> f = type::Mat<D, Columns>::Zero();
    for (std::size_t n = 0; n < Nodes; ++n) f += x[nodes[n]] * gradients.row(static_cast<int>(n));
    return f;
  }

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  /// The energy of an element as a double, or with its derivatives by the variables.
  template <class Real>
  Real evaluate(std::size_t e, const VecCoord& x, Linearisation kind) const {
    if constexpr (Columns > 0) {
      const auto f = deformationGradient(e, x);
      if constexpr (requires { derived().template energyWithDerivatives<Curve>(e, f, kind); } &&
                    !std::is_same_v<Real, double>) {
        return derived().template energyWithDerivatives<Real>(e, f, kind);
      } else {
        type::Mat<D, Columns, Real> variables;
        for (int i = 0; i < f.size(); ++i) variables.data()[i] = variable<Real>(f.data()[i], i);
        return projected(derived().template energy<Real>(e, variables), kind);
      }
    } else {
      const auto nodes = derived().elementNodes(e);
      std::array<type::Vec<D, Real>, Nodes> points;
      for (std::size_t n = 0; n < Nodes; ++n)
        for (int k = 0; k < D; ++k) points[n][k] = variable<Real>(x[nodes[n]][k], static_cast<int>(n) * D + k);
      return projected(derived().template energy<Real>(e, points), kind);
    }
  }
  template <class Real>
  static Real variable(double value, int index) {
    if constexpr (std::is_same_v<Real, double>)
      return value;
    else
      return Real::variable(value, index);
  }
  template <class Real>
  static Real projected(Real energy, Linearisation kind) {
    if constexpr (std::is_same_v<Real, Curve>)
      if (kind == Linearisation::positiveDefinite) type::makePositive(energy.hessian);
    return energy;
  }

  /// Derivatives by the coordinates of the nodes from those by the variables: with f = vec(F) and the constant matrix B
  /// of df = B dx, B^T g and B^T H B.
  Vector nodeGradient(std::size_t e, const type::Vec<variables>& g) const {
    if constexpr (Columns > 0) {
      const auto& gradients = derived().shapeGradients(e);
      Vector result;
      type::ViewOf<type::Mat<D, static_cast<int>(Nodes)>>(result.data()) =
          type::Mat<D, Columns>(g.data()) * gradients.transpose();
      return result;
    } else {
      return g;
    }
  }
  Hessian nodeHessian(std::size_t e, const type::Mat<variables, variables>& h) const {
    if constexpr (Columns > 0) {
      type::Mat<variables, size> right;
      const auto& gradients = derived().shapeGradients(e);
      for (int n = 0; n < static_cast<int>(Nodes); ++n) {
        right.template middleCols<D>(n * D) = h.template leftCols<D>() * gradients(n, 0);
        for (int a = 1; a < Columns; ++a)
          right.template middleCols<D>(n * D) += h.template middleCols<D>(a * D) * gradients(n, a);
      }
      Hessian result;
      for (int n = 0; n < static_cast<int>(Nodes); ++n) {
        result.template middleRows<D>(n * D) = right.template topRows<D>() * gradients(n, 0);
        for (int a = 1; a < Columns; ++a)
          result.template middleRows<D>(n * D) += right.template middleRows<D>(a * D) * gradients(n, a);
      }
      return result;
    } else {
      return h;
    }
  }

  template <class Body>
  void forEachElement(std::size_t count, const Body& body) {
    m_local.resize(count);
    helper::parallelChunks(count, chunk, [&](std::size_t begin, std::size_t end) {
      for (std::size_t e = begin; e < end; ++e) body(e);
    });
  }

  /// Takes what the elements have in m_local from the nodes, in the order of the elements.
  void subtract(VecDeriv& f) const {
    for (std::size_t e = 0; e < m_local.size(); ++e) {
      const auto nodes = derived().elementNodes(e);
      for (std::size_t n = 0; n < Nodes; ++n) f[nodes[n]] -= m_local[e].template segment<D>(static_cast<int>(n) * D);
    }
  }

  std::vector<Hessian> m_hessians;  ///< where linearised last
  std::vector<Vector> m_local;      ///< per element, of the evaluation that runs
  std::vector<double> m_sums;       ///< per chunk
};

}  // namespace sofa::core
