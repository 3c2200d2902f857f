#pragma once
#include <array>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
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
/// once. Meant for a few nodes per element: the cost grows with the square of Nodes * D. A positive definite tangent
/// has the Hessian of every element without its negative eigenvalues.
///
/// Elements are computed in fixed chunks and added in their order: the sums are the same for any number of threads.
template <class Derived, class DataTypes, std::size_t Nodes>
class EnergyForceField : public ForceField<DataTypes> {
  static_assert(!DataTypes::isRigid, "points without rotation only");
  static constexpr int D = DataTypes::coordSize;
  static constexpr int size = static_cast<int>(Nodes) * D;
  static constexpr std::size_t chunk = 128;
  using Slope = type::Jet<size, 1>;
  using Curve = type::Jet<size, 2>;
  using Vector = typename Slope::Gradient;
  using Hessian = typename Curve::Hessian;

 public:
  using typename ForceField<DataTypes>::VecCoord;
  using typename ForceField<DataTypes>::VecDeriv;

  void addForce(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    forEachElement(derived().elementCount(), [&](std::size_t e) { m_local[e] = evaluate<Slope>(e, x).gradient; });
    subtract(f);
  }

  void linearise(const MechanicalParams&, const VecCoord& x, const VecDeriv&, Linearisation kind) override {
    m_hessians.resize(derived().elementCount());
    forEachElement(m_hessians.size(), [&](std::size_t e) { setHessian(e, evaluate<Curve>(e, x), kind); });
  }

  void addForceAndLinearise(const MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&,
                            Linearisation kind) override {
    m_hessians.resize(derived().elementCount());
    forEachElement(m_hessians.size(), [&](std::size_t e) {
      const Curve energy = evaluate<Curve>(e, x);
      m_local[e] = energy.gradient;
      setHessian(e, energy, kind);
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
      for (std::size_t e = begin; e < end; ++e) sum += evaluate<double>(e, x);
      m_sums[begin / chunk] = sum;
    });
    double total = 0;
    for (const double sum : m_sums) total += sum;
    return total;
  }

 private:
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  /// The energy of an element as a double, or with its derivatives by the coordinates of its nodes.
  template <class Real>
  Real evaluate(std::size_t e, const VecCoord& x) const {
    const auto nodes = derived().elementNodes(e);
    std::array<type::Vec<D, Real>, Nodes> points;
    for (std::size_t n = 0; n < Nodes; ++n)
      for (int k = 0; k < D; ++k)
        if constexpr (std::is_same_v<Real, double>)
          points[n][k] = x[nodes[n]][k];
        else
          points[n][k] = Real::variable(x[nodes[n]][k], static_cast<int>(n) * D + k);
    return derived().template energy<Real>(e, points);
  }

  void setHessian(std::size_t e, const Curve& energy, Linearisation kind) {
    m_hessians[e] = energy.hessian;
    if (kind == Linearisation::positiveDefinite) type::makePositive(m_hessians[e]);
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
