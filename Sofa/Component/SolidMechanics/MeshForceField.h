// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::core {
bool requireMesh(Component& component, Link<BaseMeshTopology>& link);  // Sofa/Core/Contract/MeshSearch.h
}

namespace sofa::component::solidmechanics {

/// A force field on the elements of a mesh: finds the mesh, checks its elements and notices when it changed.
/// Contract: core::ForceField or, where the elements have mass too, core::ForceFieldAndMass.
template <class DataTypes, class Contract = core::ForceField<DataTypes>>
class MeshForceField : public Contract {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  const core::BaseMeshTopology* topology() const { return l_topology.get(); }

 protected:
  /// Finds state and mesh. False, with the component invalid, if there is no state or mesh.
  bool initMesh();
  /// False with an error if an element names a point the state does not have, or is a tetrahedron without volume. If
  /// some are listed only these are looked at.
  template <class Element>
  bool checkIndices(const std::vector<Element>& elements, std::string_view kind,
                    const std::vector<type::Index>* listed = nullptr) {
    return allOf(elements.size(), listed, [&](std::size_t e) {
      if (!checkPoints(elements[e], e, kind)) return false;
      if constexpr (std::is_same_v<Element, type::Tetrahedron> && std::is_same_v<DataTypes, type::Vec3Types>)
        return checkVolume(elements[e], e, this->mstate()->restPositions());
      else
        return true;
    });
  }
  /// As checkIndices() for a state that is no place of the points, such as one of concentrations: they are at `rest`.
  bool checkTetrahedra(const std::vector<type::Tetrahedron>& tetrahedra, const std::vector<type::Vec3>& rest) {
    return allOf(tetrahedra.size(), nullptr, [&](std::size_t e) {
      return checkPoints(tetrahedra[e], e, "Tetrahedron") && checkVolume(tetrahedra[e], e, rest);
    });
  }
  /// False with an error if a triangle has no area between these points, which it names.
  bool checkAreas(const std::vector<type::Triangle>& triangles, const std::vector<type::Vec3>& rest,
                  const std::vector<type::Index>* listed = nullptr);
  /// True once after the mesh changed.
  bool meshChanged() {
    const std::size_t revision = l_topology->revision();
    return revision != std::exchange(m_revision, revision);
  }
  /// What happened to the mesh since that was last asked.
  core::MeshChanges untakenChanges() const { return l_topology->changesSince(m_revision); }

 private:
  template <class Check>
  static bool allOf(std::size_t count, const std::vector<type::Index>* listed, const Check& check) {
    if (listed) return std::ranges::all_of(*listed, check);
    for (std::size_t e = 0; e < count; ++e)
      if (!check(e)) return false;
    return true;
  }
  template <class Element>
  bool checkPoints(const Element& element, std::size_t number, std::string_view kind) {
    const std::size_t size = this->mstate()->restPositions().size();
    for (const type::Index i : element)
      if (i >= size) return refuseIndex(kind, number, i, size);
    return true;
  }
  bool checkVolume(const type::Tetrahedron& tetrahedron, std::size_t number, const std::vector<type::Vec3>& rest);
  bool refuseIndex(std::string_view kind, std::size_t element, type::Index index, std::size_t size);
  template <class Element>
  bool refuseFlat(std::string_view kind, std::size_t number, const Element& element, std::string_view what);

  std::size_t m_revision = 0;
};

template <class DataTypes, class Contract>
bool MeshForceField<DataTypes, Contract>::initMesh() {
  Contract::init();
  if (!this->l_mstate) return false;
  const bool isChosen = !l_topology;
  if (!core::requireMesh(*this, l_topology)) return false;
  if (isChosen) this->info("Uses the topology {}.", l_topology->path());
  meshChanged();
  return true;
}

template <class DataTypes, class Contract>
bool MeshForceField<DataTypes, Contract>::refuseIndex(std::string_view kind, std::size_t element, type::Index index,
                                                      std::size_t size) {
  this->error("{} {} of {} names point {}, but the mechanical state {} has {} points.", kind, element,
              l_topology->path(), index, this->mstate()->path(), size);
  this->setInvalid();
  return false;
}

template <class DataTypes, class Contract>
bool MeshForceField<DataTypes, Contract>::checkVolume(const type::Tetrahedron& t, std::size_t number,
                                                      const std::vector<type::Vec3>& rest) {
  constexpr double rounding = 1e-15;  // of the cube of the longest edge from the first corner
  const type::Vec3 a = rest[t[1]] - rest[t[0]], b = rest[t[2]] - rest[t[0]], c = rest[t[3]] - rest[t[0]];
  const double edge = std::sqrt(std::max({a.squaredNorm(), b.squaredNorm(), c.squaredNorm()}));
  return std::fabs(a.cross(b).dot(c)) > rounding * edge * edge * edge || refuseFlat("Tetrahedron", number, t, "volume");
}

template <class DataTypes, class Contract>
bool MeshForceField<DataTypes, Contract>::checkAreas(const std::vector<type::Triangle>& triangles,
                                                     const std::vector<type::Vec3>& rest,
                                                     const std::vector<type::Index>* listed) {
  constexpr double rounding = 1e-15;  // of the square of the longer edge from the first corner
  return allOf(triangles.size(), listed, [&](std::size_t e) {
    const auto& t = triangles[e];
    const type::Vec3 a = rest[t[1]] - rest[t[0]], b = rest[t[2]] - rest[t[0]];
    return a.cross(b).norm() > rounding * std::max(a.squaredNorm(), b.squaredNorm()) ||
           refuseFlat("Triangle", e, t, "area");
  });
}

template <class DataTypes, class Contract>
template <class Element>
bool MeshForceField<DataTypes, Contract>::refuseFlat(std::string_view kind, std::size_t number, const Element& element,
                                                     std::string_view what) {
  this->error(
      "{} {} of {}, points {}, has no {} at rest: its stiffness is undefined. Remove it from the mesh or move its "
      "points.",
      kind, number, l_topology->path(), type::toText(element), what);
  this->setInvalid();
  return false;
}

}  // namespace sofa::component::solidmechanics
