// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Type/PositivePart.h"

namespace sofa::component::solidmechanics {

/// Springs between points of two states (or of one), each a function of the places and velocities of its ends alone: a
/// force F on the first point and -F on the second, with the tangents K = dF/dx2 = -dF/dx1 and C = dF/dv2 = -dF/dv1 or
/// the approximations that Derived documents. It offers
///
///     std::size_t springCount() const;
///     std::array<type::Index, 2> ends(std::size_t i) const;
///     Deriv force(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;
///     Block stiffness(std::size_t i, const Coord& x1, const Coord& x2, const Deriv& v1, const Deriv& v2) const;   // K
///     Block damping(std::size_t i) const;                                                     // C; without it: 0
///     double energy(std::size_t i, const Coord& x1, const Coord& x2) const;             // without it: unknown
///
/// Springs whose ends are not loaded by opposite forces offer forces(), an std::array<Deriv, 2> of both, instead of
/// force().
template <class Derived, class DataTypes>
class RelativeSpringForceField : public core::PairForceField<DataTypes> {
 public:
  using Base = core::PairForceField<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  static constexpr int width = DataTypes::derivSize;
  using Block = type::Mat<width>;

  void addForce(const core::MechanicalParams&, VecDeriv& f1, VecDeriv& f2, const VecCoord& x1, const VecCoord& x2,
                const VecDeriv& v1, const VecDeriv& v2) override {
    forEachSpring(x1.size(), x2.size(), [&](std::size_t i, type::Index a, type::Index b) {
      if constexpr (requires(const Derived& d) { d.forces(i, x1[a], x2[b], v1[a], v2[b]); }) {
        const std::array<Deriv, 2> forces = derived().forces(i, x1[a], x2[b], v1[a], v2[b]);
        f1[a] += forces[0];
        f2[b] += forces[1];
      } else {
        const Deriv force = derived().force(i, x1[a], x2[b], v1[a], v2[b]);
        f1[a] += force;
        f2[b] -= force;
      }
    });
  }
  void linearise(const core::MechanicalParams&, const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                 const VecDeriv& v2, core::Linearisation kind) override {
    m_tangents.clear();
    forEachSpring(x1.size(), x2.size(), [&](std::size_t i, type::Index a, type::Index b) {
      m_tangents.push_back({a, b, derived().stiffness(i, x1[a], x2[b], v1[a], v2[b])});
      if constexpr (!DataTypes::isRigid)
        if (kind == core::Linearisation::positiveDefinite) type::makePositive(m_tangents.back().stiffness);
      if constexpr (hasDamping) m_tangents.back().damping = derived().damping(i);
    });
  }
  void addDForce(const core::MechanicalParams&, VecDeriv& df1, VecDeriv& df2, const VecDeriv& dx1, const VecDeriv& dx2,
                 double kFactor, double bFactor) override {
    for (const Tangent& t : m_tangents) {
      if (t.first >= dx1.size() || t.second >= dx2.size()) continue;
      const Deriv df = (kFactor * t.stiffness + bFactor * t.damping) * (dx2[t.second] - dx1[t.first]);
      df1[t.first] += df;
      df2[t.second] -= df;
    }
  }
  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    build(&Tangent::stiffness,
          [&](auto* row, auto* column) { return matrix->getForceDerivativeIn(row).withRespectToPositionsIn(column); });
  }
  void buildDampingMatrix(core::DampingMatrix* matrix) override {
    if constexpr (hasDamping)
      build(&Tangent::damping,
            [&](auto* row, auto* column) { return matrix->getForceDerivativeIn(row).withRespectToVelocityIn(column); });
  }
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    if constexpr (requires(const Derived& d, const Coord& x) { d.energy(std::size_t{}, x, x); }) {
      if (!this->l_object1 || !this->l_object2) return 0;
      const VecCoord &x1 = this->l_object1->coords(params.x), &x2 = this->l_object2->coords(params.x);
      double energy = 0;
      forEachSpring(x1.size(), x2.size(),
                    [&](std::size_t i, type::Index a, type::Index b) { energy += derived().energy(i, x1[a], x2[b]); });
      return energy;
    } else {
      return {};
    }
  }

 protected:
  /// Brings what the springs need up to date. False if there is nothing to compute.
  virtual bool prepare(std::size_t /*size1*/, std::size_t /*size2*/) { return this->isValid(); }

 private:
  struct Tangent {
    type::Index first, second;
    Block stiffness;
    Block damping = Block::Zero();
  };
  static constexpr bool hasDamping = requires(const Derived& d) { d.damping(std::size_t{}); };

  const Derived& derived() const { return static_cast<const Derived&>(*this); }

  /// Calls visit(i, first, second) for the springs whose ends exist; the first other one is told.
  template <class Visit>
  void forEachSpring(std::size_t size1, std::size_t size2, const Visit& visit) {
    if (!prepare(size1, size2)) return;
    const std::size_t count = derived().springCount();
    for (std::size_t i = 0; i < count; ++i) {
      const auto [a, b] = derived().ends(i);
      if (a < size1 && b < size2)
        visit(i, a, b);
      else if (!std::exchange(m_toldMissing, true))
        this->error(
            "Spring {} binds points {} and {}, but the states have {} and {} points: this and any other such spring is "
            "left out.",
            i, a, b, size1, size2);
    }
  }

  template <class View>
  void build(Block Tangent::*block, const View& view) const {
    const core::BaseState* states[] = {this->l_object1.get(), this->l_object2.get()};
    if (!states[0] || !states[1]) return;
    for (int row = 0; row < 2; ++row)
      for (int column = 0; column < 2; ++column) {
        const auto target = view(states[row], states[column]);
        for (const Tangent& t : m_tangents) {
          const auto scalar = [&](int end) { return static_cast<int>(end == 0 ? t.first : t.second) * width; };
          const Block value = row == column ? Block(-(t.*block)) : t.*block;
          target(scalar(row), scalar(column)) += value;
        }
      }
  }

  std::vector<Tangent> m_tangents;  ///< where linearised
  bool m_toldMissing = false;
};

}  // namespace sofa::component::solidmechanics
