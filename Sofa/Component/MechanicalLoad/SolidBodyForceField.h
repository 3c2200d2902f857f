// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/FiniteElement/SolidElement.h"

namespace sofa::component::mechanicalload {

/// Forces per volume at rest on solid elements, linear or quadratic, with consistent nodal forces
///     f_n = sum_q w_q N_n (b + sum_m N_m b_m) |dV|,
/// b everywhere and b_m at the points, between which the shape functions interpolate. They keep their direction: no
/// tangent, the energy is minus force times position. In the plane elements have the given thickness.
template <class DataTypes, class Element>
class SolidBodyForceField final : public core::ForceField<DataTypes> {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  static constexpr int dimension = DataTypes::spatialDimensions;
  using Vector = type::Vec<dimension>;
  template <class T>
  using Data = core::Data<T>;

  Data<type::Vec3> d_force{this, "force", type::Vec3(type::Vec3::Zero()),
                           "force per volume at rest (N/m^3); in the plane its z has no effect, as of gravity"};
  Data<std::vector<type::Vec3>> d_forces{
      this,
      "forces",
      {},
      "added to it: force per volume at each point (N/m^3), such as the output of a PositionFormula; empty: none",
      {.follows = core::perPoint(core::NewValue::mean)}};
  Data<double> d_thickness{this, "thickness", 1.0, "in the plane: thickness (m); no effect in space"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  static std::string staticTemplateName() {
    return std::string(DataTypes::name()) + "," + fem::ReferenceElement<Element>::name;
  }

  void init() override;
  bool topologyChanged(const core::MeshChanges&) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;

 protected:
  void dataChanged() override { makeLoads(); }

 private:
  void makeLoads();
  void addElement(const Element& element, const std::vector<type::Vec3>& atPoints);

  VecDeriv m_loads;  ///< on each point (N)
};

}  // namespace sofa::component::mechanicalload
