#pragma once
#include "Sofa/Compatibility/Topology.h"
#include "Sofa/Component/Topology/EdgeSetTopologyContainer.h"
#include "Sofa/Component/Topology/EdgeSetTopologyModifier.h"
#include "Sofa/Component/Topology/HexahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/HexahedronSetTopologyModifier.h"
#include "Sofa/Component/Topology/MeshTopology.h"
#include "Sofa/Component/Topology/PointSetTopologyContainer.h"
#include "Sofa/Component/Topology/PointSetTopologyModifier.h"
#include "Sofa/Component/Topology/QuadSetTopologyContainer.h"
#include "Sofa/Component/Topology/QuadSetTopologyModifier.h"
#include "Sofa/Component/Topology/TetrahedronSetTopologyContainer.h"
#include "Sofa/Component/Topology/TetrahedronSetTopologyModifier.h"
#include "Sofa/Component/Topology/TriangleSetTopologyContainer.h"
#include "Sofa/Component/Topology/TriangleSetTopologyModifier.h"

/// Meshes of one class and their modifiers, as get<TriangleSetTopologyContainer>() of a context finds them.
namespace sofa::compatibility {

/// The view of a mesh of one class of ours.
template <class Mesh>
class MeshView : public core::topology::BaseMeshTopology {
 public:
  using Ours = Mesh;

  void bind(Ours* mesh) {
    BaseMeshTopology::bind(mesh);
    m_mesh = mesh;
  }
  Ours* ours() const { return m_mesh; }

 private:
  Ours* m_mesh = nullptr;
};

/// The view of a modifier. States and Data that follow the mesh go along with each change.
template <class Modifier>
class ModifierView {
 public:
  using Ours = Modifier;
  using Index = sofa::Index;

  void bind(Ours* modifier) { m_modifier = modifier; }
  Ours* ours() const { return m_modifier; }

  void addPoints(std::size_t count) { m_modifier->appendPoints(count); }
  void removePoints(const std::vector<Index>& points) {
    m_modifier->remove(component::topology::ElementType::point, points);
  }
  /// Elements of the modifier's own kind, with the sides that belong to no other.
  void removeElements(const std::vector<Index>& elements) { m_modifier->remove(elements); }
  template <class Element>
  void addElements(const std::vector<Element>& elements) {
    m_modifier->add(elements);
  }

 private:
  Ours* m_modifier = nullptr;
};

}  // namespace sofa::compatibility

namespace sofa::component::topology::container {

namespace constant {
using MeshTopology = compatibility::MeshView<topology::MeshTopology>;
}

namespace dynamic {

using PointSetTopologyContainer = compatibility::MeshView<topology::PointSetTopologyContainer>;
using EdgeSetTopologyContainer = compatibility::MeshView<topology::EdgeSetTopologyContainer>;
using TriangleSetTopologyContainer = compatibility::MeshView<topology::TriangleSetTopologyContainer>;
using QuadSetTopologyContainer = compatibility::MeshView<topology::QuadSetTopologyContainer>;
using TetrahedronSetTopologyContainer = compatibility::MeshView<topology::TetrahedronSetTopologyContainer>;
using HexahedronSetTopologyContainer = compatibility::MeshView<topology::HexahedronSetTopologyContainer>;

using PointSetTopologyModifier = compatibility::ModifierView<topology::PointSetTopologyModifier>;

class EdgeSetTopologyModifier : public compatibility::ModifierView<topology::EdgeSetTopologyModifier> {
 public:
  void addEdges(const std::vector<type::Edge>& edges) { addElements(edges); }
  void removeEdges(const std::vector<Index>& edges) { removeElements(edges); }
};

class TriangleSetTopologyModifier : public compatibility::ModifierView<topology::TriangleSetTopologyModifier> {
 public:
  void addTriangles(const std::vector<type::Triangle>& triangles) { addElements(triangles); }
  void removeTriangles(const std::vector<Index>& triangles) { removeElements(triangles); }
};

class QuadSetTopologyModifier : public compatibility::ModifierView<topology::QuadSetTopologyModifier> {
 public:
  void addQuads(const std::vector<type::Quad>& quads) { addElements(quads); }
  void removeQuads(const std::vector<Index>& quads) { removeElements(quads); }
};

class TetrahedronSetTopologyModifier : public compatibility::ModifierView<topology::TetrahedronSetTopologyModifier> {
 public:
  void addTetrahedra(const std::vector<type::Tetrahedron>& tetrahedra) { addElements(tetrahedra); }
  void removeTetrahedra(const std::vector<Index>& tetrahedra) { removeElements(tetrahedra); }
};

class HexahedronSetTopologyModifier : public compatibility::ModifierView<topology::HexahedronSetTopologyModifier> {
 public:
  void addHexahedra(const std::vector<type::Hexahedron>& hexahedra) { addElements(hexahedra); }
  void removeHexahedra(const std::vector<Index>& hexahedra) { removeElements(hexahedra); }
};

}  // namespace dynamic

}  // namespace sofa::component::topology::container
