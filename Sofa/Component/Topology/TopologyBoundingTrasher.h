// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/TopologyModifier.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::component::topology {

/// Removes the elements that leave a box, those of the highest kind that the mesh has, at the end of each step. An
/// element is outside if the mean of its points is. Sides and points that are left alone go with it.
class TopologyBoundingTrasher final : public core::Component {
 public:
  core::Data<std::vector<type::Vec3>> d_positions{
      this, "position", {}, "places of the points of the mesh", {.required = true}};
  core::Data<type::Vec6> d_box{this, "box", (type::Vec6() << -1000, -1000, -1000, 1000, 1000, 1000).finished(),
                               "box that elements may not leave: lower corner, upper corner (m)"};
  core::Data<bool> d_drawBox{this, "drawBox", false, "draw the box", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "mesh that is changed; default: the one visible from this node"};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void init() override;
  void handleEvent(core::Event& event) override;
  void draw(core::DrawList& list) const override;
  /// What it does next does not depend on the mesh.
  bool topologyChanged(const core::MeshChanges&) override { return true; }

 private:
  type::BoundingBox box() const;
  /// Calls visit(kind, elements) with those of the highest kind there are.
  template <class Visit>
  void withHighest(const Visit& visit) const;

  TopologyModifier* m_modifier = nullptr;
};

}  // namespace sofa::component::topology
