#pragma once
#include "Sofa/Component/Mapping/MeasureMapping.h"

namespace sofa::component::mapping {

/// The squared length of each edge of a mesh; of bodies the centres count.
template <class In, class Out>
class SquareDistanceMapping : public MeasureMapping<SquareDistanceMapping<In, Out>, In, type::Edge> {
 public:
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh that holds the edges; default: this node's"};
  core::Data<double> d_showObjectScale{
      this, "showObjectScale", 0.0, "thickness of drawn edges", {.group = "Visualization"}};
  core::Data<type::Color> d_showColor{
      this, "showColor", {1, 1, 0, 1}, "colour of drawn edges", {.group = "Visualization"}};

  template <class S, class Points>
  static S measure(const Points& x) {
    return (x[1] - x[0]).squaredNorm();
  }
  bool readElements(std::vector<type::Edge>& edges) {
    const auto* mesh = measuredMesh(*this, l_topology);
    return mesh && takeElements(*this, *mesh, "edges", mesh->edges(), this->l_input->size(), edges);
  }
  void draw(core::DrawList& list) const override;
};

}  // namespace sofa::component::mapping
