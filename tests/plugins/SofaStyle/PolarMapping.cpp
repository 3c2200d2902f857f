// SPDX-License-Identifier: Apache-2.0
#include "PolarMapping.h"

#include <sofa/core/ConstraintParams.h>
#include <sofa/core/MechanicalParams.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/Mapping.inl>

namespace sofastyle {

using namespace sofa::defaulttype;

template <class TIn, class TOut>
PolarMapping<TIn, TOut>::PolarMapping()
    : Inherit1(), d_center(initData(&d_center, InCoord(), "center", "point from which distances are taken")) {}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::init() {
  this->toModel->resize(this->fromModel->getSize());
  Inherit1::init();
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::apply(const sofa::core::MechanicalParams*, OutDataVecCoord& d_out,
                                    const InDataVecCoord& d_in) {
  auto out = sofa::helper::getWriteOnlyAccessor(d_out);
  const auto in = sofa::helper::getReadAccessor(d_in);
  m_gaps.resize(in.size());
  out.resize(in.size());
  for (sofa::Index i = 0; i < in.size(); ++i) {
    m_gaps[i] = in[i] - d_center.getValue();
    out[i][0] = m_gaps[i].norm2() / 2;
  }
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::applyJ(const sofa::core::MechanicalParams*, OutDataVecDeriv& d_out,
                                     const InDataVecDeriv& d_in) {
  sofa::helper::WriteOnlyAccessor<OutDataVecDeriv> out = d_out;
  sofa::helper::ReadAccessor<InDataVecDeriv> in = d_in;
  for (sofa::Index i = 0; i < in.size(); ++i) out[i][0] = m_gaps[i] * in[i];
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::applyJT(const sofa::core::MechanicalParams*, InDataVecDeriv& d_in,
                                      const OutDataVecDeriv& d_out) {
  sofa::helper::WriteAccessor<InDataVecDeriv> in = d_in;
  sofa::helper::ReadAccessor<OutDataVecDeriv> out = d_out;
  for (sofa::Index i = 0; i < out.size(); ++i) in[i] += m_gaps[i] * out[i][0];
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::applyJT(const sofa::core::ConstraintParams*, InDataMatrixDeriv& d_in,
                                      const OutDataMatrixDeriv& d_out) {
  InMatrixDeriv& in = *d_in.beginEdit();
  const OutMatrixDeriv& out = d_out.getValue();
  for (auto row = out.begin(); row != out.end(); ++row) {
    auto line = in.writeLine(row.index());
    for (auto col = row.begin(); col != row.end(); ++col) line.addCol(col.index(), m_gaps[col.index()] * col.val()[0]);
  }
  d_in.endEdit();
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::applyDJT(const sofa::core::MechanicalParams* mparams,
                                       sofa::core::MultiVecDerivId parentForceId, sofa::core::ConstMultiVecDerivId) {
  sofa::helper::WriteAccessor<InDataVecDeriv> parentForce(*parentForceId[this->fromModel.get()].write());
  sofa::helper::ReadAccessor<InDataVecDeriv> dx(*mparams->readDx(this->fromModel.get()));
  sofa::helper::ReadAccessor<OutDataVecDeriv> childForce(*mparams->readF(this->toModel.get()));
  const SReal kFactor = sofa::core::mechanicalparams::kFactor(mparams);
  for (sofa::Index i = 0; i < dx.size(); ++i) parentForce[i] += dx[i] * (kFactor * childForce[i][0]);
}

template <class TIn, class TOut>
void PolarMapping<TIn, TOut>::buildGeometricStiffnessMatrix(sofa::core::GeometricStiffnessMatrix* matrices) {
  const auto childForce = this->toModel->readTotalForces();
  const auto dJdx = matrices->getMappingDerivativeIn(this->fromModel).withRespectToPositionsIn(this->fromModel);
  constexpr auto N = InDeriv::total_size;
  for (sofa::Index i = 0; i < childForce.size(); ++i)
    for (sofa::Index k = 0; k < N; ++k) dJdx(N * i + k, N * i + k) += childForce[i][0];
}

template class PolarMapping<Vec3Types, Vec1Types>;

void registerPolarMapping(sofa::core::ObjectFactory* factory) {
  factory->registerObjects(sofa::core::ObjectRegistrationData("Half the squared distances from a point.")
                               .add<PolarMapping<Vec3Types, Vec1Types>>());
}

}  // namespace sofastyle
