// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ForceField.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::mechanicalload {

/// Forces on the corners of elements of a mesh that stay as they are while the body moves: equal at all corners of an
/// element. No tangent; the energy is minus force times position. Derived classes say which elements and which forces.
class MeshLoad : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<bool> d_showForces{this, "showForces", false, "draw the forces", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh; default: the one visible from this node"};

  void init() override;
  /// Loads are made anew when they are next needed.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  void addForce(const core::MechanicalParams& params, VecDeriv& f, const VecCoord& x, const VecDeriv& v) override;
  void addDForce(const core::MechanicalParams&, VecDeriv&, const VecDeriv&, double) override {}
  void buildStiffnessMatrix(core::StiffnessMatrix*) override {}
  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override;
  void draw(core::DrawList& list) const override;

 protected:
  struct Load {
    std::array<type::Index, 4> points{};
    int count = 0;
    type::Vec3 force = type::Vec3::Zero();  ///< on each of the points (N)
    std::span<const type::Index> corners() const { return {points.data(), static_cast<std::size_t>(count)}; }
  };

  /// Calls add() for each loaded element.
  virtual void makeLoads(const core::BaseMeshTopology& mesh, const VecCoord& rest) = 0;
  /// Loads the corners of an element; an element that names points beyond the state is left out with an error.
  template <class Element>
  void add(const Element& element, const type::Vec3& force) {
    Load load;
    for (const type::Index point : element) load.points[static_cast<std::size_t>(load.count++)] = point;
    load.force = force;
    addLoad(load);
  }
  /// The listed elements that the mesh has; the first other one is told.
  template <class Element, class Visit>
  void forEachListed(const core::Data<std::vector<type::Index>>& list, const std::vector<Element>& elements,
                     const Visit& visit) {
    for (const type::Index i : list.value())
      if (i < elements.size())
        visit(i, elements[i]);
      else
        tellMissing(list, i, elements.size());
  }
  /// Makes the loads anew where the mesh has changed. False if there is nothing to compute.
  bool prepare();
  void dataChanged() override { make(); }
  /// Follows a list of elements that the scene gives. One that is linked to a region is taken as it is at the start: a
  /// load does not end where its elements move out of the region.
  void trackElements(const core::BaseData& list) {
    if (!list.parent()) trackData(list);
  }
  void drawLoad(core::DrawList& list, const Load& load, const type::Vec3& force) const;

  std::vector<Load> m_loads;

 private:
  void make();
  void addLoad(const Load& load);
  void tellMissing(const core::BaseData& list, type::Index index, std::size_t count);

  std::size_t m_revision = 0;
  bool m_told = false;
};

/// m^2.
inline double triangleArea(const type::Vec3& a, const type::Vec3& b, const type::Vec3& c) {
  return (b - a).cross(c - a).norm() / 2;
}

}  // namespace sofa::component::mechanicalload
