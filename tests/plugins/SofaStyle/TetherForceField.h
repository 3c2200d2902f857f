// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "config.h"

#include <sofa/core/behavior/ForceField.h>
#include <sofa/core/objectmodel/Data.h>
#include <sofa/core/topology/BaseMeshTopology.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/type/Mat.h>
#include <sofa/type/RGBAColor.h>
#include <sofa/type/vector.h>

namespace sofastyle {

/// Dampened springs along the edges of a mesh: the force between the ends is k (l - l0) + d l'.
template <class DataTypes>
class TetherForceField : public sofa::core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(TetherForceField, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::ForceField, DataTypes));

  using Inherit = sofa::core::behavior::ForceField<DataTypes>;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using DataVecCoord = sofa::core::objectmodel::Data<VecCoord>;
  using DataVecDeriv = sofa::core::objectmodel::Data<VecDeriv>;
  using Block = sofa::type::Mat<Deriv::total_size, Deriv::total_size, Real>;
  using Edge = sofa::core::topology::BaseMeshTopology::Edge;

  sofa::Data<Real> d_stiffness;                    ///< N/m
  sofa::Data<Real> d_damping;                      ///< N.s/m
  sofa::Data<sofa::type::RGBAColor> d_color;       ///< of the lines
  sofa::Data<sofa::type::vector<Real>> d_lengths;  ///< found at the start
  sofa::SingleLink<TetherForceField<DataTypes>, sofa::core::topology::BaseMeshTopology,
                   sofa::BaseLink::FLAG_STOREPATH | sofa::BaseLink::FLAG_STRONGLINK>
      l_topology;

  void init() override;
  void reinit() override;

  void addForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& d_f, const DataVecCoord& d_x,
                const DataVecDeriv& d_v) override;
  void addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& d_df, const DataVecDeriv& d_dx) override;
  void buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix* matrix) override;
  void buildDampingMatrix(sofa::core::behavior::DampingMatrix* matrix) override;
  SReal getPotentialEnergy(const sofa::core::MechanicalParams* mparams, const DataVecCoord& d_x) const override;

  void draw(const sofa::core::visual::VisualParams* vparams) override;
  void computeBBox(const sofa::core::ExecParams* params, bool onlyVisible) override;

 protected:
  TetherForceField();
  ~TetherForceField() override = default;

 private:
  sofa::core::topology::BaseMeshTopology* m_topology{nullptr};
  sofa::type::vector<Coord> m_directions;
  sofa::type::vector<Block> m_tangents;
};

#if !defined(SOFASTYLE_TETHERFORCEFIELD_CPP)
extern template class SOFA_SOFASTYLE_API TetherForceField<sofa::defaulttype::Vec3Types>;
extern template class SOFA_SOFASTYLE_API TetherForceField<sofa::defaulttype::Vec2Types>;
#endif

}  // namespace sofastyle
