// SPDX-License-Identifier: Apache-2.0
// The distance of each point from a centre, in the form of SOFA v26.06: a non-linear mapping.
#include <sofa/core/Mapping.h>

namespace sofa::component::mapping::nonlinear {

template <class TIn, class TOut>
class RadiusMapping : public core::Mapping<TIn, TOut> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE2(RadiusMapping, TIn, TOut), SOFA_TEMPLATE2(core::Mapping, TIn, TOut));

  typedef TIn In;
  typedef TOut Out;
  typedef typename In::VecCoord InVecCoord;
  typedef typename In::VecDeriv InVecDeriv;
  typedef typename In::Coord InCoord;
  typedef typename In::Deriv InDeriv;
  typedef typename In::MatrixDeriv InMatrixDeriv;
  typedef typename In::Real Real;
  typedef typename Out::VecCoord OutVecCoord;
  typedef typename Out::VecDeriv OutVecDeriv;
  typedef typename Out::MatrixDeriv OutMatrixDeriv;
  static constexpr auto Nin = In::deriv_total_size;
  using Block = sofa::type::Mat<Nin, Nin, Real>;

  Data<InCoord> d_center;

  RadiusMapping() : d_center(initData(&d_center, InCoord(), "center", "point from which distances are taken")) {}

  void init() override {
    this->toModel->resize(this->fromModel->getSize());
    Inherit1::init();
  }

  void apply(const core::MechanicalParams*, Data<OutVecCoord>& dOut, const Data<InVecCoord>& dIn) override {
    helper::WriteOnlyAccessor<Data<OutVecCoord>> out = dOut;
    helper::ReadAccessor<Data<InVecCoord>> in = dIn;
    out.resize(in.size());
    m_direction.resize(in.size());
    m_radius.resize(in.size());
    for (sofa::Index i = 0; i < in.size(); ++i) {
      const InCoord gap = in[i] - d_center.getValue();
      m_radius[i] = gap.norm();
      m_direction[i] = gap / m_radius[i];
      out[i][0] = m_radius[i];
    }
  }
  void applyJ(const core::MechanicalParams*, Data<OutVecDeriv>& dOut, const Data<InVecDeriv>& dIn) override {
    helper::WriteOnlyAccessor<Data<OutVecDeriv>> out = dOut;
    helper::ReadAccessor<Data<InVecDeriv>> in = dIn;
    for (sofa::Index i = 0; i < in.size(); ++i) out[i][0] = type::dot(m_direction[i], in[i]);
  }
  void applyJT(const core::MechanicalParams*, Data<InVecDeriv>& dOut, const Data<OutVecDeriv>& dIn) override {
    helper::WriteAccessor<Data<InVecDeriv>> out = dOut;
    helper::ReadAccessor<Data<OutVecDeriv>> in = dIn;
    for (sofa::Index i = 0; i < in.size(); ++i) out[i] += m_direction[i] * in[i][0];
  }
  void applyJT(const core::ConstraintParams*, Data<InMatrixDeriv>& dOut, const Data<OutMatrixDeriv>& dIn) override {
    InMatrixDeriv& out = *dOut.beginEdit();
    const OutMatrixDeriv& in = dIn.getValue();
    for (typename OutMatrixDeriv::RowConstIterator row = in.begin(); row != in.end(); ++row) {
      typename OutMatrixDeriv::ColConstIterator col = row.begin();
      typename OutMatrixDeriv::ColConstIterator colEnd = row.end();
      if (col == colEnd) continue;
      typename InMatrixDeriv::RowIterator line = out.writeLine(row.index());
      for (; col != colEnd; ++col) line.addCol(col.index(), m_direction[col.index()] * col.val()[0]);
    }
    dOut.endEdit();
  }
  void applyDJT(const core::MechanicalParams* mparams, core::MultiVecDerivId parentForceId,
                core::ConstMultiVecDerivId) override {
    helper::WriteAccessor<Data<InVecDeriv>> parentForce(*parentForceId[this->fromModel.get(mparams)].write());
    helper::ReadAccessor<Data<InVecDeriv>> dx(*mparams->readDx(this->fromModel.get(mparams)));
    helper::ReadAccessor<Data<OutVecDeriv>> force(*mparams->readF(this->toModel.get(mparams)));
    for (sofa::Index i = 0; i < dx.size(); ++i)
      parentForce[i] += curvature(i, force[i][0]) * dx[i] * mparams->kFactor();
  }
  void buildGeometricStiffnessMatrix(sofa::core::GeometricStiffnessMatrix* matrices) override {
    const auto childForce = this->toModel->readTotalForces();
    const auto dJdx = matrices->getMappingDerivativeIn(this->fromModel).withRespectToPositionsIn(this->fromModel);
    for (sofa::Index i = 0; i < childForce.size(); ++i) dJdx(Nin * i, Nin * i) += curvature(i, childForce[i][0]);
  }

 private:
  Block curvature(sofa::Index i, Real force) const {
    return (Block::Identity() - sofa::type::dyad(m_direction[i], m_direction[i])) * (force / m_radius[i]);
  }

  sofa::type::vector<InCoord> m_direction;
  sofa::type::vector<Real> m_radius;
};

using namespace sofa::defaulttype;
int RadiusMappingClass = core::RegisterObject("distances from a centre").add<RadiusMapping<Vec3Types, Vec1Types>>(true);

}  // namespace sofa::component::mapping::nonlinear
