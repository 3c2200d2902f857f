// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::component::mapping {

/// Points (or bodies) fixed to bodies: x = c + R p, v = v_c + w x R p.
///
/// A mechanical output keeps its number of points if there are more coordinates: only the first ones are used then.
/// The geometric stiffness is the change of the torques of the output's forces as the bodies turn. Its stabilised form
/// takes, in matrix-free products, the product that has just been accumulated in the output for these forces: it
/// follows reference trajectories, not mechanics, and makes the operator slightly non-linear.
template <class In, class Out>
class RigidMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutCoord;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  RigidMapping();

  core::Data<OutVecCoord> d_initialPoints{
      this, "initialPoints", {}, "coordinates in the frames of the bodies; default: the output's positions"};
  core::Data<type::Index> d_index{this, "index", 0, "body that carries the points"};
  core::Data<std::string> d_filename{
      this, "filename", "", "file the points are read from (.obj, .sph, .xs3)", {.aliases = {"fileRigidMapping"}}};
  core::Data<bool> d_useX0{this, "useX0", false, "if true, the coordinates are the rest positions of the output"};
  core::Data<bool> d_indexFromEnd{this, "indexFromEnd", false, "if true, bodies are counted from the last"};
  core::Data<std::vector<type::Index>> d_rigidIndexPerPoint{
      this, "rigidIndexPerPoint", {}, "body of each point, instead of index"};
  core::Data<bool> d_globalToLocalCoords{this, "globalToLocalCoords", false,
                                         "if true, the output's positions at start are in space"};
  core::Data<type::OptionGroup> d_geometricStiffness{
      this, "geometricStiffness", type::OptionGroup({"None", "Exact", "Stabilized"}, 2),
      "None, Exact (not symmetric) or Stabilized (symmetric, negative); None unless given"};

  void init() override;
  /// Points stay with their bodies; those whose body goes stay where they are.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;
  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  bool hasGeometricStiffness() const override { return !d_geometricStiffness.value().is("None"); }
  void applyDJT(const core::MechanicalParams& params, core::VecDerivId dfIn, core::VecDerivId childForce) override;
  void buildGeometricStiffnessMatrix(core::GeometricStiffnessMatrix* matrix, core::VecDerivId childForce) override;
  void draw(core::DrawList& list) const override;

 private:
  using Arm = type::Vec<In::spatialDimensions>;

  void readPoints();
  void takeOutputPositions();
  void fitSizes();
  void addExactStiffness(InVecDeriv& df, const InVecDeriv& dx, const OutVecDeriv& f, double factor) const;
  void addStabilizedStiffness(InVecDeriv& df, const InVecDeriv& dx, const OutVecDeriv& f, double factor);
  /// Body of each point; false, with a message, if a body does not exist.
  bool updateBodies(std::size_t bodies);
  /// Calls f(point, body).
  template <class F>
  void forEachPoint(std::size_t count, F&& f) const;

  std::vector<Arm> m_arms;  // R p of the last apply
  std::vector<type::Index> m_bodies;
  std::vector<type::Mat3> m_stiffness;  // one block per body
  std::array<int, 3> m_counters{-1, -1, -1};
  std::size_t m_bodyCount = 0;
  bool m_bodiesExist = false;
  bool m_hasFollowed = false;  ///< a change of the bodies: some points may have none any more
  bool m_toldSymmetry = false;
};

}  // namespace sofa::component::mapping
