// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Component/Mapping/SparseMapping.h"

namespace sofa::component::mapping {

/// Lengths of chords: from point i of a state to point j (Ends = 2, d = x_j - x_i), or from a place in space to a point
/// (Ends = 1, d = x_i - t). Of bodies the centres count. With u = d / |d|
///
///     out = |d| - L,   J = u^T at the last end, -u^T at the first of two,
///
/// and the geometric stiffness of a child force f is (I - u u^T) f / |d| with these signs at the ends. A component
/// names the points in m_ends and says d.
template <class In, std::size_t Ends>
class ChordMapping : public SparseMapping<In, type::Vec1Types> {
 public:
  using Base = SparseMapping<In, type::Vec1Types>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "change of the directions of forces: None, Exact, or Stabilized (only where it keeps the system definite)"};

  void applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn, core::VecDerivId childForce) override {
    if (!hasStiffness(childForce)) return;
    const InVecDeriv& dx = this->l_input->derivs(params.dx);
    InVecDeriv& df = this->l_input->writeDerivs(dfIn);
    forEachBlock(childForce, [&](std::size_t k, const type::Mat<Part::size>& b) {
      const Chord& ends = m_ends[k];
      type::Vec<Part::size> d = Part::deriv(dx[ends[Ends - 1]]);
      if constexpr (Ends == 2) d -= Part::deriv(dx[ends[0]]);
      const type::Vec<Part::size> change = params.kFactor * (b * d);
      Part::deriv(df[ends[Ends - 1]]) += change;
      if constexpr (Ends == 2) Part::deriv(df[ends[0]]) -= change;
    });
  }
  void buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix, core::VecDerivId childForce) override {
    if (!hasStiffness(childForce)) return;
    const auto* state = this->l_input.get();
    const auto dfdx = matrix->getMappingDerivativeIn(state).withRespectToPositionsIn(state);
    const auto place = [](type::Index i) { return In::derivSize * static_cast<int>(i); };
    forEachBlock(childForce, [&](std::size_t k, const type::Mat<Part::size>& b) {
      for (std::size_t n = 0; n < Ends; ++n)
        for (std::size_t m = 0; m < Ends; ++m)
          dfdx(place(m_ends[k][n]), place(m_ends[k][m])) += n == m ? b : type::Mat<Part::size>(-b);
    });
  }
  void archive(core::Archive& archive) override {
    const std::size_t count = m_gradients.size();
    archive.io(m_gradients);
    if (m_gradients.size() != count) {
      archive.fail();
      m_gradients.resize(count);
    }
    fillJacobian();
  }

 protected:
  using Chord = std::conditional_t<Ends == 2, type::Edge, std::array<type::Index, 1>>;
  using Part = DistancePart<In>;
  using Gradient = DistanceGradient<Part::size>;

  /// Sets the chords, which nothing is known of before the next setLengths().
  void setEnds(std::vector<Chord> ends) {
    m_ends = std::move(ends);
    m_gradients.resize(m_ends.size());
    m_needed = 0;
    for (const auto& chord : m_ends)
      for (const type::Index i : chord) m_needed = std::max<std::size_t>(m_needed, i + std::size_t{1});
  }
  /// Points that the input must have.
  std::size_t needed() const { return m_needed; }
  /// The output and its Jacobian; `difference(k)` is d, a vector. Lengths at rest that are missing are 0.
  void setLengths(OutVecCoord& out, const std::vector<double>& rest, const auto& difference) {
    this->resizeOutput(out, m_ends.size());
    for (std::size_t k = 0; k < m_ends.size(); ++k) {
      const type::Vec<Part::size> d = difference(k);
      const double length = d.norm();
      const double atRest = k < rest.size() ? rest[k] : 0;
      m_gradients[k] = Ends == 2 ? Gradient::ofEdge(d, length, atRest) : Gradient::fromPlace(d, length, atRest);
      out[k][0] = length - atRest;
    }
    fillJacobian();
  }

  std::vector<Chord> m_ends;

 private:
  void fillJacobian() {
    this->m_jacobian.clear();
    typename Base::Block block = Base::Block::Zero();
    for (std::size_t k = 0; k < m_ends.size(); ++k)
      for (std::size_t n = 0; n < Ends; ++n) {
        block.template leftCols<Part::size>() = (n + 1 == Ends ? 1 : -1) * m_gradients[k].direction.transpose();
        this->m_jacobian.add(k, m_ends[k][n], block);
      }
  }
  bool hasStiffness(core::VecDerivId childForce) const {
    return !StiffnessFilter(d_geometricStiffness.value()).keepsNone() && this->isValid() && this->l_input &&
           this->l_output && this->l_output->derivs(childForce).size() >= m_ends.size();
  }
  /// Calls f(chord, block) with the geometric stiffness. What is left out comes as zeros, so that a pattern lasts while
  /// forces change their signs.
  void forEachBlock(core::VecDerivId childForce, const auto& f) const {
    const StiffnessFilter filter(d_geometricStiffness.value());
    const OutVecDeriv& forces = this->l_output->derivs(childForce);
    for (std::size_t k = 0; k < m_ends.size(); ++k)
      f(k, m_gradients[k].stiffness(filter.keeps(forces[k][0]) ? forces[k][0] : 0));
  }

  std::vector<Gradient> m_gradients;  // of the last setLengths
  std::size_t m_needed = 0;
};

}  // namespace sofa::component::mapping
