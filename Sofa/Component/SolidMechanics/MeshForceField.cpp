#include "Sofa/Component/SolidMechanics/MeshForceField.h"

#include <algorithm>
#include <cmath>

namespace sofa::component::solidmechanics {

template <class DataTypes>
bool MeshForceField<DataTypes>::initMesh() {
  core::ForceField<DataTypes>::init();
  if (!this->l_mstate) return false;
  if (!l_topology) {
    l_topology.set(core::meshTopology(*this->context()));
    if (l_topology) this->info("Uses the topology {}.", l_topology->path());
  }
  if (!l_topology) {
    this->error("No topology is visible from this node: add one (such as MeshTopology) or set topology.");
    this->setInvalid();
    return false;
  }
  topologyChanged();
  return true;
}

template <class DataTypes>
bool MeshForceField<DataTypes>::refuseIndex(std::string_view kind, std::size_t element, type::Index index,
                                            std::size_t size) {
  this->error("{} {} of {} names point {}, but the mechanical state {} has {} points.", kind, element,
              l_topology->path(), index, this->mstate()->path(), size);
  this->setInvalid();
  return false;
}

template <class DataTypes>
bool MeshForceField<DataTypes>::checkVolumes(const std::vector<type::Tetrahedron>& tetrahedra) {
  if constexpr (std::is_same_v<DataTypes, type::Vec3Types>) {
    constexpr double rounding = 1e-15;  // of the cube of the longest edge from the first corner
    const auto& rest = this->mstate()->restPositions();
    for (std::size_t e = 0; e < tetrahedra.size(); ++e) {
      const auto& t = tetrahedra[e];
      const type::Vec3 a = rest[t[1]] - rest[t[0]], b = rest[t[2]] - rest[t[0]], c = rest[t[3]] - rest[t[0]];
      const double edge = std::sqrt(std::max({a.squaredNorm(), b.squaredNorm(), c.squaredNorm()}));
      if (std::fabs(a.cross(b).dot(c)) > rounding * edge * edge * edge) continue;
      this->error(
          "Tetrahedron {} of {}, points {}, has no volume at rest: its stiffness is undefined. Remove it from the mesh "
          "or move its points.",
          e, l_topology->path(), type::toText(t));
      this->setInvalid();
      return false;
    }
  }
  return true;
}

template class MeshForceField<type::Vec1Types>;
template class MeshForceField<type::Vec2Types>;
template class MeshForceField<type::Vec3Types>;
template class MeshForceField<type::Rigid3Types>;

}  // namespace sofa::component::solidmechanics
