// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "config.h"

#include <sofa/core/Mapping.h>
#include <sofa/core/objectmodel/Data.h>
#include <sofa/defaulttype/VecTypes.h>

namespace sofastyle {

/// The squared distance of each point from a centre, halved: y = |x - c|^2 / 2.
template <class TIn, class TOut>
class PolarMapping : public sofa::core::Mapping<TIn, TOut> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE2(PolarMapping, TIn, TOut), SOFA_TEMPLATE2(sofa::core::Mapping, TIn, TOut));

  using In = TIn;
  using Out = TOut;
  using InVecCoord = typename In::VecCoord;
  using InVecDeriv = typename In::VecDeriv;
  using InMatrixDeriv = typename In::MatrixDeriv;
  using InCoord = typename In::Coord;
  using InDeriv = typename In::Deriv;
  using OutVecCoord = typename Out::VecCoord;
  using OutVecDeriv = typename Out::VecDeriv;
  using OutMatrixDeriv = typename Out::MatrixDeriv;
  using InDataVecCoord = sofa::Data<InVecCoord>;
  using InDataVecDeriv = sofa::Data<InVecDeriv>;
  using InDataMatrixDeriv = sofa::Data<InMatrixDeriv>;
  using OutDataVecCoord = sofa::Data<OutVecCoord>;
  using OutDataVecDeriv = sofa::Data<OutVecDeriv>;
  using OutDataMatrixDeriv = sofa::Data<OutMatrixDeriv>;

  sofa::Data<InCoord> d_center;

  void init() override;
  void apply(const sofa::core::MechanicalParams* mparams, OutDataVecCoord& d_out, const InDataVecCoord& d_in) override;
  void applyJ(const sofa::core::MechanicalParams* mparams, OutDataVecDeriv& d_out, const InDataVecDeriv& d_in) override;
  void applyJT(const sofa::core::MechanicalParams* mparams, InDataVecDeriv& d_in,
               const OutDataVecDeriv& d_out) override;
  void applyJT(const sofa::core::ConstraintParams* cparams, InDataMatrixDeriv& d_in,
               const OutDataMatrixDeriv& d_out) override;
  void applyDJT(const sofa::core::MechanicalParams* mparams, sofa::core::MultiVecDerivId parentForceId,
                sofa::core::ConstMultiVecDerivId childForceId) override;
  void buildGeometricStiffnessMatrix(sofa::core::GeometricStiffnessMatrix* matrices) override;

 protected:
  PolarMapping();

  sofa::type::vector<InDeriv> m_gaps;
};

}  // namespace sofastyle
