// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/MeshTopology.h"
#include "Sofa/Core/Contract/RemovedPoints.h"
#include "Sofa/Core/Contract/SolverVectors.h"
#include "Sofa/Core/Contract/State.h"
#include "Sofa/Core/Contract/VectorChanges.h"

namespace sofa::component::statecontainer {

/// The state of a mechanical body: positions, velocities, forces and whatever vectors solvers need, one entry per point
/// (docs/manual/mechanics.md, "States").
template <class DataTypes>
class MechanicalObject : public core::State<DataTypes>,
                         public core::RemovedPoints<DataTypes>,
                         public core::VectorChanges {
 public:
  using Base = core::State<DataTypes>;
  using SPtr = std::shared_ptr<MechanicalObject>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  template <class T>
  using Data = core::Data<T>;

  Data<VecCoord> d_position{this, "position", VecCoord(1), "positions of the points", {.group = "States"}};
  Data<VecDeriv> d_velocity{this, "velocity", VecDeriv(1), "velocities of the points", {.group = "States"}};
  Data<VecDeriv> d_force{this, "force", VecDeriv(1), "last accumulated forces", {.group = "Force"}};
  Data<VecDeriv> d_externalForce{this,
                                 "externalForce",
                                 VecDeriv(1),
                                 "forces added at each evaluation until the end of the step",
                                 {.group = "Force"}};
  Data<VecCoord> d_restPosition{this, "rest_position", {}, "positions without strain", {.group = "Rest States"}};
  Data<VecDeriv> d_derivX{this, "derivX", {}, "increments solved for (dx)", {.group = "States"}};
  Data<VecCoord> d_freePosition{
      this, "free_position", {}, "positions before constraints are solved", {.group = "Free Motion"}};
  Data<VecDeriv> d_freeVelocity{
      this, "free_velocity", {}, "velocities before constraints are solved", {.group = "Free Motion"}};
  Data<VecCoord> d_resetPosition{this, "reset_position", {}, "positions a reset restores", {.group = "States"}};
  Data<VecDeriv> d_resetVelocity{this, "reset_velocity", {}, "velocities a reset restores", {.group = "States"}};
  Data<double> d_restScale{this, "restScale", 1.0,
                           "scale of the rest positions when they are taken from the positions"};
  Data<bool> d_useTopology{this, "useTopology", true,
                           "take the points of the node's topology if no positions are given"};
  Data<type::Vec3> d_translation{
      this, "translation", type::Vec3::Zero(), "initial translation", {.group = "Transformation"}};
  Data<type::Vec3> d_rotation{this,
                              "rotation",
                              type::Vec3::Zero(),
                              "initial rotation about x, then y, then z (degrees)",
                              {.group = "Transformation"}};
  Data<type::Vec3> d_scale{this, "scale3d", type::Vec3(1, 1, 1), "initial scale", {.group = "Transformation"}};
  Data<type::Vec3> d_translation2{this,
                                  "translation2",
                                  type::Vec3::Zero(),
                                  "translation applied after the rest positions are stored",
                                  {.group = "Transformation"}};
  Data<type::Vec3> d_rotation2{this,
                               "rotation2",
                               type::Vec3::Zero(),
                               "rotation applied after the rest positions are stored (degrees)",
                               {.group = "Transformation"}};
  Data<int> d_size{this, "size", 0, "number of points, if no positions are given"};
  Data<int> d_reserve{this, "reserve", 0, "number of points to reserve memory for"};
  Data<bool> d_showObject{this, "showObject", false, "draw the points", {.group = "Visualization"}};
  Data<float> d_showObjectScale{this, "showObjectScale", 0.1f, "size of the drawn points", {.group = "Visualization"}};
  Data<bool> d_showIndices{this, "showIndices", false, "draw the indices of the points", {.group = "Visualization"}};
  Data<float> d_showIndicesScale{
      this, "showIndicesScale", 1.f, "size of the drawn indices", {.group = "Visualization"}};
  Data<bool> d_showVectors{this, "showVectors", false, "draw the velocities", {.group = "Visualization"}};
  Data<float> d_showVectorsScale{
      this, "showVectorsScale", 0.0001f, "scale of the drawn velocities", {.group = "Visualization"}};
  Data<int> d_drawMode{this,
                       "drawMode",
                       0,
                       "0 points, 1 spheres, 2 to 4 red, green, blue spheres; of bodies 0 axes, else their colour; of "
                       "vectors 0 lines, 1 cylinders, 2 arrows",
                       {.group = "Visualization"}};
  Data<type::Color> d_showColor{
      this, "showColor", type::Color{}, "colour of the drawn points", {.group = "Visualization"}};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology",
                                                "topology whose points are taken; default: the node's"};

  MechanicalObject();

  void init() override;
  void bwdInit() override;
  void reset() override;
  void storeResetState() override;
  void computeBoundingBox() override;
  void draw(core::DrawList& list) const override;
  void archive(core::Archive& archive) override;

  std::size_t size() const override { return m_size; }
  void resize(std::size_t size) override;
  void followPoints(const core::ElementChange& points) override;
  const std::vector<Coord>& removedPositions() const override { return m_removedPositions; }
  bool isMechanical() const override { return true; }

  bool has(core::VecCoordId id) const override;
  bool has(core::VecDerivId id) const override;
  void allocate(core::VecCoordId id) override { writeCoords(id).resize(m_size); }
  void allocate(core::VecDerivId id) override { writeDerivs(id).resize(m_size); }
  // Of vectors that are Data.
  std::optional<int> changes(core::VecCoordId id) const override;
  std::optional<int> changes(core::VecDerivId id) const override;
  void release(core::VecCoordId id) override;
  void release(core::VecDerivId id) override;

  // A component may act on a state that a solver above does not integrate, and that has none of its vectors therefore.
  // Such a vector of an intermediate result comes into being when it is asked for: the state stays where it is, does
  // not move, and takes forces that nobody reads.
  const VecCoord& coords(core::VecCoordId id) const override;
  const VecDeriv& derivs(core::VecDerivId id) const override;
  VecCoord& writeCoords(core::VecCoordId id) override;
  VecDeriv& writeDerivs(core::VecDerivId id) override;

 protected:
  void parseExtra(core::ComponentDescription& description) override;

 private:
  struct KnownMesh {
    const core::BaseMeshTopology* mesh;
    std::size_t revision, points;
    bool operator==(const KnownMesh&) const = default;
  };
  KnownMesh knownMesh() const { return {l_topology.get(), l_topology->revision(), l_topology->nbPoints()}; }
  /// Those of the mesh, unless an earlier initialisation has passed it by as it is.
  void takeInitialPoints();
  void archiveMultiplierForce(core::Archive& archive);
  void drawVelocities(core::DrawList& list, std::span<const type::Vec3> points) const;
  void takePointsOfTopology(const core::BaseMeshTopology& topology);
  void matchSizes();
  void transform(const type::Vec3& scale, const type::Vec3& rotationDegrees, const type::Vec3& translation);
  Data<VecCoord>* named(core::VecCoordId id) const;
  Data<VecDeriv>* named(core::VecDerivId id) const;
  VecCoord& solverCoords(core::VecCoordId id) const;
  VecDeriv& solverDerivs(core::VecDerivId id) const;

  std::size_t m_size = 1;
  bool m_hasResetState = false;
  std::optional<std::size_t> m_taken;  ///< how many points of its mesh it took
  std::optional<KnownMesh> m_passed;   ///< that was initialised later, so that it took none, or not all
  VecDeriv m_givenExternalForce;       ///< which acts in the first step, and after a reset again
  mutable core::SolverVectors<VecCoord> m_solverCoords;
  mutable core::SolverVectors<VecDeriv> m_solverDerivs;
  std::vector<Coord> m_removedPositions;
};

}  // namespace sofa::component::statecontainer
