// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Topology/ListTopology.h"
#include "Sofa/Core/Contract/MeshPoints.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"

namespace sofa::component::topology {

/// Fills one topology with elements made from those of another, on the same points (docs/manual/topology.md,
/// "Topological mappings"). The output is computed when it is first read.
class TopologicalMapping : public core::Component, public core::MeshMapping {
 public:
  core::Link<core::BaseMeshTopology> l_input{this, "input",
                                             "topology the elements are made from; default: the parent node's"};
  core::Link<core::BaseMeshTopology> l_output{this, "output", "topology that is filled; default: this node's"};

  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  void init() override;
  const core::BaseMeshTopology* source() const override { return l_input.get(); }
  core::BaseMeshTopology* target() const override { return l_output.get(); }
  /// By default the output is derived anew: only its points can be followed.
  core::MeshChanges follow(const core::MeshChanges& ofSource) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

  /// Checks what the mapping needs and connects the lists. False, with an error, if it cannot work.
  virtual bool connect(core::BaseMeshTopology& input, ListTopology& output) = 0;
  /// What follow() does for outputs with points of their own: all of it is made once more.
  core::MeshChanges makeAnew();
  /// Empties the output and gives it points, where the input has what they lie on.
  static void fillPoints(ListTopology& output, const core::BaseMeshTopology& input,
                         const std::vector<core::MeshPoint>& points);
  /// The points of the output go and come as told; elements that lose a corner go too.
  static void takePoints(const core::ElementChange& points, ListTopology& output);
  /// False, with an error, if either topology holds another kind of elements.
  bool checkTypes(const core::BaseMeshTopology& input, ElementType wantedInput, const ListTopology& output,
                  ElementType wantedOutput) const;
  /// False, with an error, if the node of the output has no such modifier.
  template <class Modifier>
  bool checkModifier(const ListTopology& output, std::string_view name) const {
    if (output.context()->local<Modifier>()) return true;
    error("The node of the output '{}' has no {}: add one.", output.path(), name);
    return false;
  }
  /// The Data of the input that hold elements E...; what the output depends on.
  template <class... E>
  static std::vector<core::BaseData*> lists(core::BaseMeshTopology& input) {
    std::vector<core::BaseData*> found;
    if (auto* lists = dynamic_cast<ListTopology*>(&input))
      for (core::BaseData* data : std::initializer_list<core::BaseData*>{lists->list<E>()...})
        if (data) found.push_back(data);
    return found;
  }
};

}  // namespace sofa::component::topology
