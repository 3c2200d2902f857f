// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Engine/NumberedData.h"
#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::engine {

/// Joins nbMeshes meshes: points one list after the other, elements renumbered accordingly.
/// Inputs are position1, edges1, triangles1, ... position2, ...
template <class DataTypes>
class MergeMeshes final : public core::DataEngine {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  template <class E>
  using List = std::vector<E>;

  core::Data<type::Index> d_nbMeshes{this, "nbMeshes", 2, "number of meshes"};
  core::Data<type::Index> d_npoints{this, "npoints", 0, "number of points of the result"};
  core::Data<VecCoord> d_position{this, "position", {}, "points of the result"};
  core::Data<List<type::Edge>> d_edges{this, "edges", {}, "edges of the result"};
  core::Data<List<type::Triangle>> d_triangles{this, "triangles", {}, "triangles of the result"};
  core::Data<List<type::Quad>> d_quads{this, "quads", {}, "quads of the result"};
  core::Data<List<List<type::Index>>> d_polygons{
      this, "polygons", {}, "polygons of the result; always empty, for no input has any"};
  core::Data<List<type::Tetrahedron>> d_tetrahedra{this, "tetrahedra", {}, "tetrahedra of the result"};
  core::Data<List<type::Hexahedron>> d_hexahedra{this, "hexahedra", {}, "hexahedra of the result"};

  NumberedData<VecCoord> m_position{this, "position", "points of mesh"};
  NumberedData<List<type::Edge>> m_edges{this, "edges", "edges of mesh"};
  NumberedData<List<type::Triangle>> m_triangles{this, "triangles", "triangles of mesh"};
  NumberedData<List<type::Quad>> m_quads{this, "quads", "quads of mesh"};
  NumberedData<List<type::Tetrahedron>> m_tetrahedra{this, "tetrahedra", "tetrahedra of mesh"};
  NumberedData<List<type::Hexahedron>> m_hexahedra{this, "hexahedra", "hexahedra of mesh"};

  MergeMeshes();
  static std::string staticTemplateName() { return DataTypes::name(); }
  void init() override;
  void reinit() override;

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override;
  void doUpdate() override;

 private:
  void createInputs();
  void connect();
  template <class E>
  void merge(const NumberedData<List<E>>& inputs, core::Data<List<E>>& output);
};

}  // namespace sofa::component::engine
