// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/LightProduct.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::mechanicalload {

/// The same forces at every evaluation: one per listed point, one that each of them gets in full, or a
/// total shared equally. Of bodies force then torque. No tangent.
template <class DataTypes>
class ConstantForceField : public core::ForceField<DataTypes>, public core::LightProduct {
 public:
  using Base = core::ForceField<DataTypes>;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  using Indices = std::vector<type::Index>;

  core::Data<Indices> d_indices{this, "indices", {}, "loaded points; empty: all", {.follows = core::pointIndices}};
  core::Data<bool> d_indexFromEnd{this, "indexFromEnd", false, "if true, index 0 is the last point"};
  core::Data<VecDeriv> d_forces{
      this, "forces", {}, "force per listed point (N), or one for each of them", {.group = "Force info"}};
  core::Data<Deriv> d_totalForce{
      this, "totalForce", Deriv(Deriv::Zero()), "force shared by the listed points (N)", {.group = "Force info"}};
  core::Data<double> d_showArrowSize{
      this, "showArrowSize", 0.0, "length of a drawn arrow per newton; 0: none", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      this, "showColor", {0.2f, 0.9f, 0.3f, 1}, "colour of the arrows", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh of the points; default: the one visible from this node"};

  void init() override;
  /// Checks the indices: mappings give their states the right size after the init() of what stands before them.
  void bwdInit() override;
  /// A total is shared anew; forces that were given one by one do not follow the points.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  std::size_t lightProduct() const override { return 1; }
  /// -sum of force times position; none if torques act on bodies in space, which have no potential.
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { prepare(); }

 private:
  std::size_t pointCount() const;
  void prepare();
  bool chooseForces();
  void discard();
  bool checkIndices();
  const Deriv& force(std::size_t rank) const { return m_forces[m_forces.size() == 1 ? 0 : rank]; }
  std::size_t dof(type::Index index, std::size_t size) const {
    return d_indexFromEnd.value() ? size - index - 1 : index;
  }

  Indices m_indices;       ///< empty: all points
  VecDeriv m_forces;       ///< one for all or one per index
  bool m_listed = false;   ///< the points are those of a list
  bool m_lostAll = false;  ///< the list is empty because they went, not because all points are meant
  bool m_sized = false;    ///< the state has the size it starts with
  bool m_reported = false;
};

}  // namespace sofa::component::mechanicalload
