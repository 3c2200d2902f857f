// SPDX-License-Identifier: Apache-2.0
#pragma once
// Distances of consecutive points: a mapping that keeps its matrix and gives it to the assembly.
#include <sofa/core/ConstraintParams.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/MechanicalState.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/linearalgebra/EigenSparseMatrix.h>
#include <sofa/core/Mapping.inl>

namespace sofaidioms {

template <class TIn, class TOut>
class GapMapping : public sofa::core::Mapping<TIn, TOut> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE2(GapMapping, TIn, TOut), SOFA_TEMPLATE2(sofa::core::Mapping, TIn, TOut));

  typedef sofa::core::Mapping<TIn, TOut> Inherit;
  typedef TIn In;
  typedef TOut Out;
  typedef typename In::Real Real;
  typedef typename In::Coord InCoord;
  typedef typename In::Deriv InDeriv;
  typedef typename Inherit::InDataVecCoord InDataVecCoord;
  typedef typename Inherit::InDataVecDeriv InDataVecDeriv;
  typedef typename Inherit::InDataMatrixDeriv InDataMatrixDeriv;
  typedef typename Inherit::OutDataVecCoord OutDataVecCoord;
  typedef typename Inherit::OutDataVecDeriv OutDataVecDeriv;
  typedef typename Inherit::OutDataMatrixDeriv OutDataMatrixDeriv;
  typedef sofa::linearalgebra::EigenSparseMatrix<TIn, TOut> SparseMatrixEigen;

  void init() override {
    if (this->fromModel.get() == nullptr) {
      msg_error() << "No input";
      return;
    }
    const sofa::Size n = this->fromModel->getSize();
    this->toModel->resize(n > 0 ? n - 1 : 0);
    baseMatrices.resize(1);
    baseMatrices[0] = &jacobian;
    Inherit::init();
  }

  void apply(const sofa::core::MechanicalParams*, OutDataVecCoord& dOut, const InDataVecCoord& dIn) override {
    sofa::helper::WriteOnlyAccessor<OutDataVecCoord> out = dOut;
    sofa::helper::ReadAccessor<InDataVecCoord> in = dIn;
    out.resize(in.size() - 1);
    jacobian.resizeBlocks(out.size(), in.size());
    m_directions.resize(out.size());
    for (unsigned i = 0; i < out.size(); ++i) {
      InDeriv gap = in[i + 1] - in[i];
      out[i][0] = gap.norm();
      gap.normalize();
      m_directions[i] = gap;
      jacobian.beginBlockRow(i);
      jacobian.createBlock(i, -block(gap));
      jacobian.createBlock(i + 1, block(gap));
      jacobian.endBlockRow();
    }
    jacobian.compress();
  }
  void applyJ(const sofa::core::MechanicalParams*, OutDataVecDeriv& dOut, const InDataVecDeriv& dIn) override {
    if (jacobian.rowSize()) jacobian.mult(dOut, dIn);
  }
  void applyJT(const sofa::core::MechanicalParams*, InDataVecDeriv& dIn, const OutDataVecDeriv& dOut) override {
    if (jacobian.rowSize()) jacobian.addMultTranspose(dIn, dOut);
  }
  void applyJT(const sofa::core::ConstraintParams*, InDataMatrixDeriv& dIn, const OutDataMatrixDeriv& dOut) override {
    auto in = sofa::helper::getWriteAccessor(dIn);
    const auto& rows = dOut.getValue();
    for (auto row = rows.begin(); row != rows.end(); ++row)
      for (auto col = row.begin(); col != row.end(); ++col) {
        auto o = in->writeLine(row.index());
        o.addCol(col.index(), -m_directions[col.index()] * col.val()[0]);
        o.addCol(col.index() + 1, m_directions[col.index()] * col.val()[0]);
      }
  }
  void applyDJT(const sofa::core::MechanicalParams* mparams, sofa::core::MultiVecDerivId parentDfId,
                sofa::core::ConstMultiVecDerivId childFId) override {
    sofa::helper::WriteAccessor<InDataVecDeriv> parentForce(*parentDfId[this->fromModel.get()].write());
    sofa::helper::ReadAccessor<InDataVecDeriv> displacement(*mparams->readDx(this->fromModel.get()));
    sofa::helper::ReadAccessor<OutDataVecDeriv> childForce(*childFId[this->toModel.get()].read());
    const auto lengths = this->toModel->readPositions();
    for (unsigned i = 0; i < m_directions.size(); ++i) {
      const InDeriv& u = m_directions[i];
      InDeriv d = displacement[i + 1] - displacement[i];
      d -= u * (u * d);
      d *= childForce[i][0] * mparams->kFactor() / lengths[i][0];
      parentForce[i] -= d;
      parentForce[i + 1] += d;
    }
  }
  const sofa::type::vector<sofa::linearalgebra::BaseMatrix*>* getJs() override { return &baseMatrices; }

 protected:
  GapMapping() = default;

 private:
  static typename SparseMatrixEigen::Block block(const InDeriv& gap) { return gap.transpose(); }

  SparseMatrixEigen jacobian;
  sofa::type::vector<sofa::linearalgebra::BaseMatrix*> baseMatrices;
  sofa::type::vector<InDeriv> m_directions;
};

}  // namespace sofaidioms
