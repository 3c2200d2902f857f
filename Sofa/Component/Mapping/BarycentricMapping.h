// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Component/Mapping/PointInterpolation.h"
#include "Sofa/Component/Mapping/TetraTurn.h"
#include "Sofa/Core/Contract/CellSearch.h"
#include "Sofa/Core/Contract/Mapping.h"
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Geometry/ElementLocator.h"

namespace sofa::component::mapping {

/// Moves points with the mesh they lie in: each is a fixed weighted sum of the nodes of one element
/// (docs/manual/mappings.md, "Barycentric mapping").
///
/// Elements are searched once, at the positions of initialisation; a point outside of the mesh is extrapolated from a
/// near element. The kind of input topology decides how they are searched. Rigid outputs are moved without turning,
/// except in a tetrahedron container, where their axes follow the tetrahedron.
template <class In, class Out>
class BarycentricMapping : public core::Mapping<In, Out> {
 public:
  using Base = core::Mapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::InVecDeriv;
  using typename Base::OutVecCoord;
  using typename Base::OutVecDeriv;

  core::Data<bool> d_useRestPosition{this, "useRestPosition", false,
                                     "if true, elements are searched at the rest positions"};
  core::Data<bool> d_exactRotations{this, "exactRotations", false,
                                    "whether frames in tetrahedra have the angular velocities of their rotations, and "
                                    "torques act accordingly; without effect elsewhere"};
  core::Link<core::BaseMeshTopology> l_inputTopology{this, "input_topology",
                                                     "mesh that carries the points; default: the input's"};
  core::Link<core::BaseMeshTopology> l_outputTopology{this, "output_topology",
                                                      "mesh made of the points; default: the output's"};

  bool isLinear() const override { return true; }
  void init() override;
  /// Searches again at the current positions.
  void reinit() override;
  /// So it does after a change of either mesh. In a container it looks first at the elements around that of each point,
  /// and searches what is in none of these.
  bool topologyChanged(const core::MeshChanges& changes) override;
  void archive(core::Archive& archive) override;

  void apply(OutVecCoord& out, const InVecCoord& in) override;
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override;
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override;
  void buildJacobian(core::JacobianMatrix* jacobian) override;
  void draw(core::DrawList& list) const override;
  std::size_t jacobianRevision() const override { return m_axes.empty() ? m_locations : 0; }

 private:
  struct Points {
    const InVecCoord& in;
    std::vector<type::Vec3> out;
  };

  /// Where points are located: the rest positions if asked for and there are any.
  template <class DataTypes>
  const typename DataTypes::VecCoord& startingPositions(const core::State<DataTypes>& state) const;
  void locate(const core::MeshChanges* changes = nullptr);
  bool checkPositions(const Points& points) const;
  bool checkElements(const core::BaseMeshTopology& topology, std::size_t nodes) const;
  bool locateInGrid(const core::BaseMeshTopology& topology, const Points& points);
  bool locateInCells(const core::CellSearch& cells, const Points& points);
  void locateInMesh(const core::BaseMeshTopology& topology, const Points& points);
  bool locateInContainer(const core::BaseMeshTopology& topology, const Points& points);
  template <class E>
  void locateInElements(const core::BaseMeshTopology& topology, const Points& points);
  /// Finds for some points, by their numbers, elements and coordinates in them.
  template <class E>
  void search(const core::BaseMeshTopology& topology, const Points& points, const std::vector<type::Index>& wanted,
              std::vector<type::Vec3>& coordinates);
  /// Lets points that are in elements of a container follow its change, with m_elements. False, with nothing located,
  /// if what there was is not what the change started from.
  bool follow(const core::MeshChanges& changes, const Points& points);
  template <class E>
  void followElements(const core::BaseMeshTopology& topology, const Points& points);
  template <class E>
  void addAll(const core::BaseMeshTopology& topology, const Points& points, const std::vector<type::Vec3>& coordinates);
  void locateOnEdges(const core::BaseMeshTopology& topology, const Points& points);
  void add(const geometry::ElementWeights& weights);

  /// Axes of rigid outputs, in the frames of their tetrahedra.
  void storeAxes(const type::Mat3& inverseFrame, const type::Quat& orientation);
  void applyAxes(OutVecCoord& out, const InVecCoord& in) const;
  void applyAxesJ(OutVecDeriv& out, const InVecDeriv& in) const;
  void applyAxesJT(InVecDeriv& in, const OutVecDeriv& out);
  void warnOfTorques(const OutVecDeriv& out);
  void findTurns();

  PointInterpolation m_points;
  std::optional<core::ElementKind> m_kind;  // of elements of a container, if the points are in these
  std::vector<type::Index> m_elements;      // that of each point then
  geometry::ElementLocator m_locator;       // kept between changes
  std::vector<type::Mat3> m_axes;
  InVecCoord m_nodes;              // input positions of the last apply, kept if there are axes
  std::vector<TetraTurn> m_turns;  // there, with exactRotations
  bool m_toldTorque = false;
  bool m_located = false;
  bool m_relocated = false;     // where the simulation had come to, by a change of a mesh
  std::size_t m_locations = 1;  // changes when the points are located anew
};

}  // namespace sofa::component::mapping
