#pragma once
#include <string_view>
#include <utility>
#include <vector>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::solidmechanics {

/// A force field on the elements of a mesh: finds the mesh, checks its elements and notices when it changed.
template <class DataTypes>
class MeshForceField : public core::ForceField<DataTypes> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  const core::BaseMeshTopology* topology() const { return l_topology.get(); }

 protected:
  /// Finds state and mesh. False, with the component invalid, if there is no state or mesh.
  bool initMesh();
  /// False with an error if an element names a point the state does not have, or is a tetrahedron without volume.
  template <class Element>
  bool checkIndices(const std::vector<Element>& elements, std::string_view kind) {
    const std::size_t size = this->mstate()->restPositions().size();
    for (std::size_t e = 0; e < elements.size(); ++e)
      for (type::Index i : elements[e])
        if (i >= size) return refuseIndex(kind, e, i, size);
    if constexpr (std::is_same_v<Element, type::Tetrahedron>) return checkVolumes(elements);
    return true;
  }
  /// True once after the mesh changed.
  bool topologyChanged() {
    const std::size_t revision = l_topology->revision();
    return revision != std::exchange(m_revision, revision);
  }

 private:
  bool checkVolumes(const std::vector<type::Tetrahedron>& tetrahedra);
  bool refuseIndex(std::string_view kind, std::size_t element, type::Index index, std::size_t size);

  std::size_t m_revision = 0;
};

}  // namespace sofa::component::solidmechanics
