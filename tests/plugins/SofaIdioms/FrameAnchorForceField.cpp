// SPDX-License-Identifier: Apache-2.0
// A body is pulled and turned back to where it was: rigid coordinates, their derivatives, the older matrix.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/MultiMatrixAccessor.h>
#include <sofa/core/visual/VisualParams.h>
#include <sofa/defaulttype/RigidTypes.h>
#include <sofa/linearalgebra/BaseMatrix.h>
#include <sofa/core/behavior/ForceField.inl>

namespace sofaidioms {

using namespace sofa::defaulttype;
using sofa::core::objectmodel::Data;

template <class DataTypes>
class FrameAnchorForceField : public sofa::core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(FrameAnchorForceField, DataTypes),
             SOFA_TEMPLATE(sofa::core::behavior::ForceField, DataTypes));

  typedef sofa::core::behavior::ForceField<DataTypes> Inherit;
  typedef typename DataTypes::VecCoord VecCoord;
  typedef typename DataTypes::VecDeriv VecDeriv;
  typedef typename DataTypes::Coord Coord;
  typedef typename DataTypes::Deriv Deriv;
  typedef typename Coord::value_type Real;
  typedef typename Coord::Rot Rot;
  typedef Data<VecCoord> DataVecCoord;
  typedef Data<VecDeriv> DataVecDeriv;
  typedef sofa::type::Vec<3, Real> Vec3;
  typedef sofa::type::Quat<Real> Quat;

  Data<Real> d_stiffness;
  Data<Real> d_angularStiffness;
  Data<sofa::type::vector<sofa::Index>> d_indices;

 protected:
  FrameAnchorForceField()
      : Inherit(),
        d_stiffness(initData(&d_stiffness, (Real)10.0, "stiffness", "pull per distance")),
        d_angularStiffness(initData(&d_angularStiffness, (Real)2.0, "angularStiffness", "moment per angle")),
        d_indices(initData(&d_indices, "indices", "bodies; all if empty")) {}
  virtual ~FrameAnchorForceField() {}

 public:
  void init() override {
    Inherit::init();
    if (!this->mstate.get()) {
      msg_error() << "No state";
      this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Invalid);
      return;
    }
    m_start = this->mstate->readPositions().ref();
    if (d_indices.getValue().empty()) {
      auto indices = sofa::helper::getWriteOnlyAccessor(d_indices);
      indices.clear();
      for (sofa::Index i = 0; i < this->mstate->getSize(); ++i) indices.push_back(i);
    }
    this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Valid);
  }

  void addForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& f, const DataVecCoord& x,
                const DataVecDeriv& v) override {
    SOFA_UNUSED(mparams);
    SOFA_UNUSED(v);
    if (!this->isComponentStateValid()) return;
    sofa::helper::WriteAccessor<DataVecDeriv> force = f;
    sofa::helper::ReadAccessor<DataVecCoord> position = x;
    for (const auto i : d_indices.getValue()) {
      const Vec3 away = position[i].getCenter() - m_start[i].getCenter();
      const Quat turned = position[i].getOrientation() * m_start[i].getOrientation().inverse();
      Vec3 axis;
      Real angle;
      turned.quatToAxis(axis, angle);
      force[i] += Deriv(-away * d_stiffness.getValue(), -axis * (angle * d_angularStiffness.getValue()));
    }
  }

  void addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& df, const DataVecDeriv& dx) override {
    const Real k =
        sofa::core::mechanicalparams::kFactorIncludingRayleighDamping(mparams, this->rayleighStiffness.getValue());
    auto result = sofa::helper::getWriteAccessor(df);
    const auto change = sofa::helper::getReadAccessor(dx);
    for (const auto i : d_indices.getValue()) {
      getVCenter(result[i]) -= getVCenter(change[i]) * (k * d_stiffness.getValue());
      result[i].getVOrientation() -= change[i].getVOrientation() * (k * d_angularStiffness.getValue());
    }
  }

  void addKToMatrix(const sofa::core::MechanicalParams* mparams,
                    const sofa::core::behavior::MultiMatrixAccessor* matrix) override {
    sofa::core::behavior::MultiMatrixAccessor::MatrixRef mref = matrix->getMatrix(this->mstate);
    sofa::linearalgebra::BaseMatrix* mat = mref.matrix;
    const Real k = mparams->kFactorIncludingRayleighDamping(this->rayleighStiffness.getValue());
    for (const auto i : d_indices.getValue())
      for (int c = 0; c < 6; ++c) {
        const int row = mref.offset + 6 * i + c;
        mat->add(row, row, -k * (c < 3 ? d_stiffness.getValue() : d_angularStiffness.getValue()));
      }
  }

  SReal getPotentialEnergy(const sofa::core::MechanicalParams*, const DataVecCoord&) const override {
    msg_error() << "Get potentialEnergy not implemented";
    return 0.0;
  }

  void draw(const sofa::core::visual::VisualParams* vparams) override {
    if (!vparams->displayFlags().getShowForceFields()) return;
    const auto stateLifeCycle = vparams->drawTool()->makeStateLifeCycle();
    vparams->drawTool()->disableLighting();
    std::vector<sofa::type::Vec3> points;
    for (const auto& x : this->mstate->read(sofa::core::vec_id::read_access::position)->getValue())
      points.push_back(DataTypes::getCPos(x));
    vparams->drawTool()->drawPoints(points, 5, sofa::type::RGBAColor::yellow());
  }

 private:
  VecCoord m_start;
};

int FrameAnchorForceFieldClass =
    sofa::core::RegisterObject("Holds bodies by springs").add<FrameAnchorForceField<Rigid3Types>>();

template class FrameAnchorForceField<Rigid3Types>;

}  // namespace sofaidioms
