// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Collision/MappedContactPoints.h"
#include "Sofa/Component/Collision/MeshCollisionModel.h"

namespace sofa::component::collision {

/// Points that are weighted sums of up to N points of a state, replaced at each detection. Not created by scenes.
template <std::size_t N>
class WeightedContactMapping final : public core::Mapping<type::Vec3Types, type::Vec3Types> {
 public:
  struct Point {
    std::array<type::Index, N> parents;
    std::array<double, N> weights;  ///< 0 for parents that do not move it
  };
  /// Finds a point of an element of the model.
  using Locate = std::function<Point(const type::Vec3& point, type::Index element)>;

  static std::shared_ptr<WeightedContactMapping> make(Locate locate);
  explicit WeightedContactMapping(Locate locate) : m_locate(std::move(locate)) {}
  void restart(std::size_t count);
  std::size_t size() const { return m_points.size(); }
  /// Nothing to do: the next detection replaces all points.
  bool topologyChanged(const core::MeshChanges&) override { return true; }
  type::Index attach(const type::Vec3& point, type::Index element);

  bool isLinear() const override { return true; }
  void apply(OutVecCoord& out, const InVecCoord& in) override { interpolate(out, in); }
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override { interpolate(out, in); }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  void archive(core::Archive& archive) override;

 private:
  void interpolate(std::vector<type::Vec3>& out, const std::vector<type::Vec3>& in) const;

  Locate m_locate;
  std::vector<Point> m_points;
};

/// Points of lines, triangles and tetrahedra; points of cells with eight corners.
using BarycentricContactMapping = WeightedContactMapping<4>;
using TrilinearContactMapping = WeightedContactMapping<8>;

/// Contact points on the elements of a mesh; `radius` says how far from them the surface is, if it is not there.
class BarycentricContactPoints final : public MappedContactPoints<BarycentricContactMapping> {
 public:
  using Radius = std::function<double(type::Index element)>;
  BarycentricContactPoints(MeshElementsModel& model, BarycentricContactMapping::Locate locate, Radius radius = {});
  type::Index attach(const type::Vec3& point, type::Index element, double& radius) override;

 private:
  Radius m_radius;
};

}  // namespace sofa::component::collision
