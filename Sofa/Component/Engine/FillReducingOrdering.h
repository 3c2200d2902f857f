// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::component::engine {

/// Renumbers the points of a mesh so that the factors of matrices assembled on it stay sparse. Points
/// that share an element count as coupled.
class FillReducingOrdering : public core::DataEngine {
 public:
  template <class T>
  using Data = core::Data<T>;

  Data<type::OptionGroup> d_orderingMethod{this, "orderingMethod",
                                           type::OptionGroup({"nestedDissection", "approximateMinimumDegree", "AMD"}),
                                           "nestedDissection (METIS), or approximateMinimumDegree, also written AMD"};
  Data<std::vector<int>> d_permutation{
      this, "permutation", {}, "old number of each new point", {.group = "Outputs", .readOnly = true}};
  Data<std::vector<int>> d_invPermutation{
      this, "invPermutation", {}, "new number of each old point", {.group = "Outputs", .readOnly = true}};
  Data<std::vector<type::Vec3>> d_position{
      this, "position", {}, "positions in the new order", {.group = "Outputs", .readOnly = true}};
  Data<std::vector<type::Hexahedron>> d_hexahedra{
      this, "hexahedra", {}, "hexahedra by new numbers", {.group = "Outputs", .readOnly = true}};
  Data<std::vector<type::Tetrahedron>> d_tetrahedra{
      this, "tetrahedra", {}, "tetrahedra by new numbers", {.group = "Outputs", .readOnly = true}};
  core::Link<core::State<type::Vec3Types>> l_mstate{this, "mstate", "points; default: the state of the node"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: that of the node or above"};

  static std::string staticTemplateName() { return "Vec3d"; }
  FillReducingOrdering();
  void init() override;
  void reinit() override;

 protected:
  void doUpdate() override;

 private:
  bool indicesFit(std::size_t points) const;
};

}  // namespace sofa::component::engine
