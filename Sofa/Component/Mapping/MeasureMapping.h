// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Component/Mapping/MeasuredMesh.h"
#include "Sofa/Component/Mapping/SparseMapping.h"
#include "Sofa/Type/Jet.h"

namespace sofa::component::mapping {

/// Numbers measured on groups of points: lengths of edges, areas of triangles... Derived says what is measured,
///
///     template <class S, class Points> static S measure(const Points& x);   // x[n]: point n of the group, of S
///     bool readElements(std::vector<Element>&);                             // false after an error
///
/// and Jacobian and geometric stiffness, the second derivatives times the forces, follow by automatic differentiation,
/// by the places relative to the first point, where there are several: such a measure does not change when all move
/// alike. Where closed forms are short, Derived may give them, by the same places:
///
///     static double measure(const Points& x, type::Vec<size>& gradient);
///     static type::Mat<size> hessian(const Points& x);
///
/// A measure without derivatives (the area of a triangle without extent) counts as constant there.
template <class Derived, class In, class Element>
class MeasureMapping : public SparseMapping<In, type::Vec1Types> {
  static constexpr std::size_t Nodes = std::tuple_size_v<typename Element::array>;

 public:
  using Base = SparseMapping<In, type::Vec1Types>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "second derivative times the forces: None, Exact, or Stabilized (that of negative forces only)"};

  void init() override {
    if (!this->l_input || !this->l_output) return;
    this->setValid();
    m_elements.clear();
    if (!derived().readElements(m_elements)) {
      m_elements.clear();
      this->setInvalid();
    }
    m_needed = 0;
    for (const auto& nodes : m_elements)
      for (const type::Index i : nodes) m_needed = std::max<std::size_t>(m_needed, i + std::size_t{1});
    if (this->isValid()) this->l_output->resize(m_elements.size());
    m_points.resize(m_elements.size());
    Base::init();
  }

  void apply(OutVecCoord& out, const InVecCoord& in) override {
    if (!this->checkInput(in, m_needed)) return;
    this->resizeOutput(out, m_elements.size());
    this->m_jacobian.clear();
    m_points.resize(m_elements.size());
    m_isHessianKnown.assign(m_elements.size(), 0);
    for (std::size_t e = 0; e < m_elements.size(); ++e) {
      for (std::size_t n = 0; n < Nodes; ++n) m_points[e][n] = Part::coord(in[m_elements[e][n]]);
      type::Vec<size> gradient;
      out[e][0] = measured(m_points[e], gradient);
      if (!gradient.allFinite()) gradient.setZero();
      type::Vec<D> first = type::Vec<D>::Zero();
      for (std::size_t n = origins; n < Nodes; ++n) first -= gradient.template segment<D>(place(n));
      for (std::size_t n = 0; n < Nodes; ++n) {
        typename Base::Block block = Base::Block::Zero();
        const type::Vec<D> slope = n < origins ? first : gradient.template segment<D>(place(n));
        block.template leftCols<D>() = slope.transpose();
        this->m_jacobian.add(e, m_elements[e][n], block);
      }
    }
  }

  void applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn, core::VecDerivId childForce) override {
    const OutVecDeriv* f = forces(childForce);
    if (!f) return;
    const InVecDeriv& dx = this->l_input->derivs(params.dx);
    InVecDeriv& df = this->l_input->writeDerivs(dfIn);
    forEachBlock(*f, [&](type::Index i, type::Index j, const type::Mat<D>& k) {
      Part::deriv(df[i]) += params.kFactor * (k * Part::deriv(dx[j]));
    });
  }
  void buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix, core::VecDerivId childForce) override {
    const OutVecDeriv* f = forces(childForce);
    if (!f) return;
    const auto* state = this->l_input.get();
    const auto dfdx = matrix->getMappingDerivativeIn(state).withRespectToPositionsIn(state);
    forEachBlock(*f, [&](type::Index i, type::Index j, const type::Mat<D>& k) {
      dfdx(In::derivSize * static_cast<int>(i), In::derivSize * static_cast<int>(j)) += k;
    });
  }
  void archive(core::Archive& archive) override {
    Base::archive(archive);
    for (auto& points : m_points)
      for (auto& point : points)
        for (double& value : point) archive.io(value);
    m_isHessianKnown.assign(m_points.size(), 0);
  }

 protected:
  using Part = DistancePart<In>;
  static constexpr int D = Part::size;

 private:
  static constexpr std::size_t origins = Nodes > 1 ? 1 : 0;  ///< points to which places are relative
  static constexpr int place(std::size_t n) { return D * static_cast<int>(n - origins); }  ///< of a point's variables
  static constexpr int size = D * static_cast<int>(Nodes - origins);
  using Slope = type::Jet<size, 1>;
  using Curve = type::Jet<size, 2>;
  using Points = std::array<type::Vec<D>, Nodes>;

  Derived& derived() { return static_cast<Derived&>(*this); }

  template <class S>
  static S evaluate(const Points& points) {
    std::array<type::Vec<D, S>, Nodes> x;
    for (std::size_t n = 0; n < Nodes; ++n)
      for (int a = 0; a < D; ++a)
        x[n][a] = n < origins ? S(0.0) : S::variable(points[n][a] - (origins ? points[0][a] : 0), place(n) + a);
    return Derived::template measure<S>(x);
  }
  static double measured(const Points& points, type::Vec<size>& gradient) {
    if constexpr (requires { Derived::measure(points, gradient); }) {
      return Derived::measure(points, gradient);
    } else {
      const Slope m = evaluate<Slope>(points);
      gradient = m.gradient;
      return m.value;
    }
  }
  static typename Curve::Hessian curvature(const Points& points) {
    if constexpr (requires { Derived::hessian(points); })
      return Derived::hessian(points);
    else
      return evaluate<Curve>(points).hessian;
  }
  /// Forces of the output; null if the geometric stiffness has no part in this.
  const OutVecDeriv* forces(core::VecDerivId childForce) const {
    const StiffnessFilter filter(d_geometricStiffness.value());
    if (filter.keepsNone() || !this->isValid() || !this->l_input || !this->l_output) return nullptr;
    const OutVecDeriv& f = this->l_output->derivs(childForce);
    return f.size() < m_points.size() ? nullptr : &f;
  }
  /// Calls f(point, point, block) for all blocks of the Hessians times the forces. What is left out comes as zeros, so
  /// that a pattern lasts while forces change their signs.
  template <class F>
  void forEachBlock(const OutVecDeriv& forces, const F& f) {
    m_hessians.resize(m_points.size());
    const StiffnessFilter filter(d_geometricStiffness.value());
    Blocks blocks;
    for (std::size_t e = 0; e < m_points.size(); ++e) {
      const double force = filter.keeps(forces[e][0]) ? forces[e][0] : 0;
      if (force != 0)
        blocks = blocksOf(force * hessian(e));
      else
        blocks.fill(type::Mat<D>::Zero());
      for (std::size_t n = 0; n < Nodes; ++n)
        for (std::size_t m = 0; m < Nodes; ++m) f(m_elements[e][n], m_elements[e][m], blocks[n * Nodes + m]);
    }
  }
  const typename Curve::Hessian& hessian(std::size_t e) {
    if (!std::exchange(m_isHessianKnown[e], 1)) {
      m_hessians[e] = curvature(m_points[e]);
      if (!m_hessians[e].allFinite()) m_hessians[e].setZero();
    }
    return m_hessians[e];
  }
  /// By pairs of points, with those of the first: what they all sum up to is zero.
  using Blocks = std::array<type::Mat<D>, Nodes * Nodes>;
  static Blocks blocksOf(const typename Curve::Hessian& k) {
    Blocks blocks;
    blocks.fill(type::Mat<D>::Zero());
    for (std::size_t n = origins; n < Nodes; ++n)
      for (std::size_t m = origins; m < Nodes; ++m) {
        const auto block = k.template block<D, D>(place(n), place(m));
        blocks[n * Nodes + m] = block;
        if constexpr (origins == 0) continue;
        blocks[n * Nodes] -= block;
        blocks[m] -= block;
        blocks[0] += block;
      }
    return blocks;
  }

  std::vector<Element> m_elements;
  std::vector<Points> m_points;  // of the last apply
  std::vector<typename Curve::Hessian> m_hessians;
  std::vector<char> m_isHessianKnown;
  std::size_t m_needed = 0;
};

}  // namespace sofa::component::mapping
