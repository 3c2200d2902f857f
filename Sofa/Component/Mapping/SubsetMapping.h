// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MeshTopology.h"

namespace sofa::component::mapping {

/// Output points are some of the input points, given by their indices, by a range, or found by their
/// positions.
template <class In, class Out>
class SubsetMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<std::vector<type::Index>> d_indices{
      this, "indices", {}, "input point of each output point; empty: searched by position"};
  core::Data<type::Index> d_first{this, "first", type::invalidIndex, "first input point, if there are no indices"};
  core::Data<type::Index> d_last{this, "last", type::invalidIndex, "last input point, if there are no indices"};
  core::Data<double> d_radius{this, "radius", 1e-5, "distance within which an input point is searched"};
  core::Data<bool> d_handleTopologyChange{
      this, "handleTopologyChange", true,
      "if true, the indices follow the points of the meshes of both states; one must be visible"};
  core::Data<bool> d_ignoreNotFound{this, "ignoreNotFound", false, "if true, points without input point are accepted"};
  core::Data<bool> d_resizeToModel{this, "resizeToModel", false,
                                   "if true, the output shrinks to the number of indices at each step"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh that tells of changes; default: the node's"};

  bool isLinear() const override { return true; }
  void init() override;
  /// Input points that go leave the indices, or, if the output has a mesh of its own, wait for it to follow.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  std::size_t jacobianRevision() const override { return 1 + static_cast<std::size_t>(d_indices.counter()); }

 private:
  void chooseRange(std::size_t inputs);
  void search();
  /// Finds the input points of output points without one. False, after an error, if nothing can be searched.
  bool findMissing(std::vector<type::Index>& indices) const;
  void checkTopology();
  /// The indices, without those beyond the input.
  const std::vector<type::Index>& indices();

  std::vector<type::Index> m_indices;
  int m_counter = -1;
};

}  // namespace sofa::component::mapping
