// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <tuple>

#include "Sofa/Type/QuadraticElements.h"

namespace sofa::core {

/// What a mesh with quadratic elements offers besides its linear ones: core::elementsOf finds them here.
class QuadraticMesh {
 public:
  virtual ~QuadraticMesh() = default;
  template <type::QuadraticElement Element>
  const std::vector<Element>& elements() const {
    return std::get<std::vector<Element>>(m_elements);
  }

 protected:
  std::tuple<std::vector<type::Edge3>, std::vector<type::Triangle6>, std::vector<type::Quad8>, std::vector<type::Quad9>,
             std::vector<type::Tetrahedron10>, std::vector<type::Hexahedron20>, std::vector<type::Hexahedron27>>
      m_elements;
};

}  // namespace sofa::core
