// SPDX-License-Identifier: Apache-2.0
// Points that may not leave a plane.
#include <sofa/core/ObjectFactory.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/core/behavior/ProjectiveConstraintSet.inl>
#include <sofa/core/topology/TopologySubsetIndices.inl>

namespace sofaidioms {

using sofa::core::topology::TopologySubsetIndices;

template <class DataTypes>
class WallProjection : public sofa::core::behavior::ProjectiveConstraintSet<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(WallProjection, DataTypes),
             SOFA_TEMPLATE(sofa::core::behavior::ProjectiveConstraintSet, DataTypes));
  using Index = sofa::Index;
  typedef typename DataTypes::Coord Coord;
  typedef typename DataTypes::Deriv Deriv;
  typedef typename DataTypes::Real Real;
  typedef sofa::Data<typename DataTypes::VecCoord> DataVecCoord;
  typedef sofa::Data<typename DataTypes::VecDeriv> DataVecDeriv;
  typedef sofa::Data<typename DataTypes::MatrixDeriv> DataMatrixDeriv;
  typedef sofa::type::vector<Index> SetIndexArray;
  typedef sofa::core::topology::TopologySubsetIndices SetIndex;

  SetIndex d_indices;
  sofa::SingleLink<WallProjection<DataTypes>, sofa::core::topology::BaseMeshTopology,
                   sofa::core::objectmodel::BaseLink::FLAG_STRONGLINK>
      l_topology;

  void init() override {
    sofa::core::behavior::ProjectiveConstraintSet<DataTypes>::init();
    if (l_topology.empty()) l_topology.set(this->getContext()->getMeshTopologyLink());
    if (auto* topology = l_topology.get()) d_indices.createTopologyHandler(topology);
  }
  void projectResponse(const sofa::core::MechanicalParams*, DataVecDeriv& resData) override { flatten(resData); }
  void projectVelocity(const sofa::core::MechanicalParams*, DataVecDeriv& vData) override { flatten(vData); }
  void projectPosition(const sofa::core::MechanicalParams*, DataVecCoord&) override {}
  void projectJacobianMatrix(const sofa::core::MechanicalParams*, DataMatrixDeriv& cData) override {
    auto& c = *cData.beginEdit();
    for (const Index i : d_indices.getValue()) c.clearColumn(i);
    cData.endEdit();
  }
  void applyConstraint(sofa::core::behavior::ZeroDirichletCondition* matrix) override {
    constexpr unsigned N = Deriv::total_size;
    for (const Index i : d_indices.getValue()) matrix->discardRowCol(N * i + 2, N * i + 2);
  }

 protected:
  WallProjection()
      : d_indices(initData(&d_indices, "indices", "points on the wall")),
        l_topology(initLink("topology", "mesh of the points")) {}
  void flatten(DataVecDeriv& data) {
    sofa::helper::WriteAccessor<DataVecDeriv> values(data);
    for (const Index i : d_indices.getValue())
      if (i < values.size()) values[i][2] = (Real)0.0;
  }
};

int WallProjectionClass =
    sofa::core::RegisterObject("Points stay in their plane").add<WallProjection<sofa::defaulttype::Vec3Types>>();

}  // namespace sofaidioms
