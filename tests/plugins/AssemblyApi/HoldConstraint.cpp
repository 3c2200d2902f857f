// SPDX-License-Identifier: Apache-2.0
// Holds points where they are, in the form of SOFA v26.06.
#include <sofa/core/behavior/ProjectiveConstraintSet.h>

namespace sofa::component::constraint::projective {

template <class DataTypes>
class HoldConstraint : public core::behavior::ProjectiveConstraintSet<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(HoldConstraint, DataTypes),
             SOFA_TEMPLATE(core::behavior::ProjectiveConstraintSet, DataTypes));

  typedef typename Inherit1::DataVecCoord DataVecCoord;
  typedef typename Inherit1::DataVecDeriv DataVecDeriv;
  typedef typename Inherit1::DataMatrixDeriv DataMatrixDeriv;

  Data<sofa::type::vector<sofa::Index>> d_indices;

  HoldConstraint() : d_indices(initData(&d_indices, "indices", "points that are held")) {}

  void projectResponse(const core::MechanicalParams*, DataVecDeriv& d_dx) override { clear(d_dx); }
  void projectVelocity(const core::MechanicalParams*, DataVecDeriv& d_v) override { clear(d_v); }
  void projectPosition(const core::MechanicalParams*, DataVecCoord&) override {}
  void projectJacobianMatrix(const core::MechanicalParams*, DataMatrixDeriv& d_c) override {
    helper::WriteAccessor<DataMatrixDeriv> c = d_c;
    for (const auto i : d_indices.getValue()) c->clearColumn(i);
  }
  void applyConstraint(sofa::core::behavior::ZeroDirichletCondition* matrix) override {
    static constexpr sofa::Size N = DataTypes::deriv_total_size;
    for (const auto index : d_indices.getValue())
      for (sofa::Index c = 0; c < N; ++c) matrix->discardRowCol(N * index + c, N * index + c);
  }

  void applyConstraint(const core::MechanicalParams*, linearalgebra::BaseVector* vector,
                       const sofa::core::behavior::MultiMatrixAccessor* matrix) override {
    if (const auto block = matrix->getMatrix(this->mstate))
      for (const auto index : d_indices.getValue())
        for (sofa::Index c = 0; c < 3; ++c) vector->clear(block.offset + 3 * index + c);
  }

 private:
  void clear(DataVecDeriv& d_v) const {
    helper::WriteAccessor<DataVecDeriv> v = d_v;
    for (const auto i : d_indices.getValue()) v[i] = typename DataTypes::Deriv();
  }
};

int HoldConstraintClass = core::RegisterObject("holds points").add<HoldConstraint<sofa::defaulttype::Vec3Types>>();

}  // namespace sofa::component::constraint::projective
