// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Mapping/DistanceGradient.h"
#include "Sofa/Component/Mapping/MeasuredMesh.h"
#include "Sofa/Component/Mapping/MultiMapping.h"

namespace sofa::component::mapping {

/// Lengths less lengths at rest, as of DistanceMapping, of edges between points of several states. Point k of the mesh
/// of edges is the k-th pair (state, point) of indexPairs. An edge that lost a point to a change of a state's mesh has
/// length 0 at rest and moves nothing.
///
/// An assembled matrix knows nothing of what acts on the lengths, which follows reference trajectories, not mechanics;
/// products without a matrix do.
template <class In, class Out>
class DistanceMultiMapping : public MultiMapping<Out, In> {
 public:
  using Base = MultiMapping<Out, In>;
  using typename Base::OutVecCoord;

  core::Data<std::vector<std::array<type::Index, 2>>> d_indexPairs{
      this,
      "indexPairs",
      {},
      "number of the state and number of the point in it, for each point of the edges",
      {.follows = core::madeBy<&DistanceMultiMapping::makePair>(core::perPoint())}};
  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "change of the directions of forces: None, Exact, or Stabilized (only where it keeps the system definite)"};
  MeasuredEdges m_mesh{this};
  RestLengths m_rest{this};

  void init() override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void apply(OutVecCoord& out, core::VecCoordId in) override;
  void applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn, core::VecDerivId childForce) override;
  void buildJacobian(core::JacobianMatrix*) override {}
  void buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix*, core::VecDerivId) override {}
  void archive(core::Archive& archive) override;
  void draw(core::DrawList& list) const override;

 private:
  using Part = DistancePart<In>;
  using Gradient = DistanceGradient<Part::size>;

  bool readEdges();
  /// A point that comes to the mesh of edges is none of a state.
  static void makePair(DistanceMultiMapping&, std::vector<std::array<type::Index, 2>>& pairs,
                       const core::ElementChange& change) {
    for (std::size_t i = change.remaining(); i < pairs.size(); ++i) pairs[i] = {0, type::invalidIndex};
  }
  bool isThere(const type::Edge& edge) const {
    const auto& pairs = d_indexPairs.value();
    return pairs[edge[0]][1] != type::invalidIndex && pairs[edge[1]][1] != type::invalidIndex;
  }
  /// The point of a vector of its state, for a point of the edges.
  auto& place(type::Index k, const auto& vectorOf) const {
    const auto& [state, point] = d_indexPairs.value()[k];
    return vectorOf(state)[point];
  }

  std::vector<type::Edge> m_edges;
  std::vector<Gradient> m_gradients;  // of the last apply
};

}  // namespace sofa::component::mapping
