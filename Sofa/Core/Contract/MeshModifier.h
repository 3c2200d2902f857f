// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {

/// A component that changes a mesh, with all that follows it.
class MeshModifier {
 public:
  virtual ~MeshModifier() = default;
  virtual const BaseMeshTopology* mesh() const = 0;
  /// Removes elements, in any order; what cannot go is told and stays. False if so.
  virtual bool removeOfKind(ElementKind kind, std::vector<type::Index> elements) = 0;
  /// Adds that many points at the end, at the origin. False, and told, if that is impossible.
  virtual bool appendPoints(std::size_t count) = 0;
};

/// A MeshMapping whose target stands on points of its own. Elements of all others name points of the source.
class MakesPoints {
 public:
  virtual ~MakesPoints() = default;
  /// The element of the source, of its highest kind, that one of the target, of its highest kind, was made of;
  /// invalidIndex if none.
  virtual type::Index sourceElement(type::Index element) const = 0;
};

}  // namespace sofa::core
