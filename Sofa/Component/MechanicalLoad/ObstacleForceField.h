// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/MechanicalLoad/DefiniteTangent.h"
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"

namespace sofa::component::mechanicalload {

/// Forces of a fixed shape on the points that it touches. Derived offers
///
///     bool touches(const Coord& x) const;
///     Deriv force(const Coord& x, const Deriv& v) const;     // of a point that it touches
///     Block tangent(const Coord& x) const;                    // df/dx
///     double energy(const Coord& x) const;                    // without it: unknown
///     type::Vec<2, int> range() const;                        // first and last point concerned; -1 -1: all
template <class Derived, class DataTypes>
class ObstacleForceField : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using Block = type::Mat<DataTypes::derivSize>;

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override {
    forEachContact(x, [&](std::size_t i) { f[i] += derived().force(x[i], v[i]); });
  }
  void linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&, core::Linearisation kind) override {
    m_tangents.clear();
    forEachContact(x, [&](std::size_t i) {
      Block tangent = derived().tangent(x[i]);
      if (kind == core::Linearisation::positiveDefinite) makeDefinite(tangent);
      m_tangents.push_back({static_cast<type::Index>(i), tangent});
    });
  }
  void addDForce(const core::MechanicalParams&, VecDeriv& df, const VecDeriv& dx, double kFactor) override {
    for (const Tangent& t : m_tangents)
      if (t.point < dx.size()) df[t.point] += kFactor * (t.block * dx[t.point]);
  }
  /// Points out of contact have blocks of zeros, so that the pattern stays while contacts come and go.
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    const auto* state = this->mstate();
    if (!state || !this->isValid()) return;
    const auto dfdx = matrix->getForceDerivativeIn(state).withRespectToPositionsIn(state);
    auto contact = m_tangents.begin();
    const auto [first, end] = points(state->size());
    for (std::size_t i = first; i < end; ++i) {
      const int scalar = static_cast<int>(i) * DataTypes::derivSize;
      const bool touches = contact != m_tangents.end() && contact->point == i;
      dfdx(scalar, scalar) += touches ? (contact++)->block : Block(Block::Zero());
    }
  }
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    if constexpr (requires(const Derived& d, const Coord& x) { d.energy(x); }) {
      if (!this->mstate()) return 0;
      const VecCoord& x = this->mstate()->coords(params.x);
      double energy = 0;
      forEachContact(x, [&](std::size_t i) { energy += derived().energy(x[i]); });
      return energy;
    } else {
      return {};
    }
  }

 private:
  struct Tangent {
    type::Index point;
    Block block;
  };
  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  std::pair<std::size_t, std::size_t> points(std::size_t size) const {
    if constexpr (requires(const Derived& d) { d.range(); }) {
      const type::Vec<2, int> range = derived().range();
      if (range[0] >= 0 && range[1] >= 0)
        return {static_cast<std::size_t>(range[0]), std::min(size, static_cast<std::size_t>(range[1]) + 1)};
    }
    return {0, size};
  }
  template <class Visit>
  void forEachContact(const VecCoord& x, const Visit& visit) const {
    if (!this->isValid()) return;
    const auto [first, end] = points(x.size());
    for (std::size_t i = first; i < end; ++i)
      if (derived().touches(x[i])) visit(i);
  }

  std::vector<Tangent> m_tangents;  ///< where linearised, by point
};

}  // namespace sofa::component::mechanicalload
