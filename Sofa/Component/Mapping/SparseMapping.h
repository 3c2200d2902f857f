// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/SparseJacobian.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::mapping {

/// A mapping that keeps its Jacobian: a component only computes the output and fills m_jacobian, in init() if it is
/// constant, else in apply(). Rows without a block do not move.
template <class In, class Out, class Jacobian = SparseJacobian<In, Out>>
class SparseMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;
  using Block = typename SparseJacobian<In, Out>::Block;

  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override {
    out.assign(std::max(out.size(), m_jacobian.rows()), Out::Deriv::Zero());
    m_jacobian.addProduct(out, in);
  }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override { m_jacobian.addTransposedProduct(in, out); }
  void buildJacobian(core::JacobianMatrix* jacobian) override {
    if (this->l_input && this->l_output && this->l_output->size() >= m_jacobian.rows())
      m_jacobian.addTo(jacobian->block(this->l_output.get(), this->l_input.get()));
  }
  void archive(core::Archive& archive) override {
    m_jacobian.archive(archive);
    if (this->l_input && m_jacobian.columns() > this->l_input->size()) archive.fail();
  }

 protected:
  /// Makes the output as long as the mapping needs it.
  void resizeOutput(OutVecCoord& out, std::size_t size) {
    if (this->l_output->size() != size) this->l_output->resize(size);
    if (out.size() != size) out.resize(size);
  }
  /// False, with one error, if the input has too few points: nothing is mapped from then on.
  bool checkInput(const InVecCoord& in, std::size_t needed) {
    if (in.size() >= needed) return this->isValid();
    if (this->isValid())
      this->error("{} has {} points, {} are needed: nothing is mapped.", this->l_input->path(), in.size(), needed);
    this->setInvalid();
    m_jacobian.clear();
    return false;
  }

  Jacobian m_jacobian;
};

/// The position of a point, or its whole coordinates if both are of the same type.
template <class In, class Out>
auto pointOf(const typename In::Coord& x) {
  if constexpr (std::is_same_v<In, Out>)
    return x;
  else if constexpr (In::isRigid)
    return x.center;
  else
    return typename Out::Coord(x.template head<Out::coordSize>());
}

/// `weight` on what input and output have in common, which stands first in both.
template <class In, class Out>
typename SparseJacobian<In, Out>::Block weightBlock(double weight,
                                                    int common = std::min(In::derivSize, Out::derivSize)) {
  auto block = SparseJacobian<In, Out>::Block::Zero().eval();
  for (int i = 0; i < common; ++i) block(i, i) = weight;
  return block;
}

}  // namespace sofa::component::mapping
