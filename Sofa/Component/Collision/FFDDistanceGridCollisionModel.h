// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/DistanceGridCollisionModel.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/ObjectModel/Found.h"
#include "Sofa/Geometry/DeformedCell.h"

namespace sofa::component::collision {

/// A distance grid that deforms with the cells of a lattice of hexahedra around it. Each cell is an element; distances
/// are those of the shape at rest.
class FFDDistanceGridCollisionModel final : public DistanceGridCollisionModel {
 public:
  core::Data<bool> d_singleContact{this, "singleContact", false,
                                   "if true, only the deepest contact of each cell counts"};
  core::Link<core::BaseMeshTopology> l_topology{
      this, "topology", "RegularGridTopology or SparseGridTopology; default: the one visible from this node"};

  FFDDistanceGridCollisionModel() : DistanceGridCollisionModel("fileFFDDistanceGrid") {}
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override;
  std::size_t size() const override { return m_cells.size(); }
  core::BaseState* state() const override { return m_state.get(); }
  void updateElements() override;
  void elementBoxes(std::span<type::BoundingBox> boxes) const override;
  /// Cells that share a corner do not touch.
  bool elementsMayTouch(type::Index i, const CollisionModel& other, type::Index j) const override;
  std::optional<Seen> see(type::Index i, const type::Vec3& p, double reach) const override;
  std::span<const type::Vec3> samples(type::Index i) const override { return m_cells[i].samples; }
  std::span<const type::Index> sampleNumbers(type::Index i) const override { return m_cells[i].numbers; }
  bool keepsDeepestOnly() const override { return d_singleContact.value(); }
  std::unique_ptr<core::ContactPoints> createContactPoints() override;
  void draw(core::DrawList& list) const override;

 private:
  struct Cell {
    type::Vec3 origin, extent;         ///< of the box at rest
    std::array<type::Index, 8> nodes;  ///< x running fastest
    geometry::DeformedCell now{{}};
    type::BoundingBox box;                    ///< of its corners now, between which all of it lies
    std::vector<type::Index> numbers;         ///< of the samples in it
    std::vector<type::Vec3> places, samples;  ///< of these, in the box and now

    type::Vec3 atRest(const type::Vec3& b) const { return origin + b.cwiseProduct(extent); }
    type::Vec3 inBox(const type::Vec3& p) const { return (p - origin).cwiseQuotient(extent); }
  };
  bool makeCells();
  void placeSamples();

  core::Found<core::State<type::Vec3Types>> m_state;
  std::vector<Cell> m_cells;
};

}  // namespace sofa::component::collision
