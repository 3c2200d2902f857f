// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/QuadraticMesh.h"

namespace sofa::core {

/// The elements of one kind of a mesh, for code that is written once for every kind.
template <class Element>
const std::vector<Element>& elementsOf(const BaseMeshTopology& mesh) {
  if constexpr (std::is_same_v<Element, type::Edge>)
    return mesh.edges();
  else if constexpr (std::is_same_v<Element, type::Triangle>)
    return mesh.triangles();
  else if constexpr (std::is_same_v<Element, type::Quad>)
    return mesh.quads();
  else if constexpr (std::is_same_v<Element, type::Tetrahedron>)
    return mesh.tetrahedra();
  else if constexpr (std::is_same_v<Element, type::Hexahedron>)
    return mesh.hexahedra();
  else if constexpr (std::is_same_v<Element, type::Prism>)
    return mesh.prisms();
  else if constexpr (type::QuadraticElement<Element>) {
    static const std::vector<Element> none;
    const auto* quadratic = dynamic_cast<const QuadraticMesh*>(&mesh);
    return quadratic ? quadratic->template elements<Element>() : none;
  } else
    return mesh.pyramids();
}

}  // namespace sofa::core
