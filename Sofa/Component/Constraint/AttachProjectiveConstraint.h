// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::component::constraint {

/// Pulls points of object2 to points of object1, pair by pair. c is the pair's constraintFactor.
///
/// Points: each projection moves object2 by half of the gap times positionFactor c; object1 stays. Velocities of both
/// ends go to their mean, times velocityFactor c. Forces on object2 vanish, or if twoWay both ends share their mean,
/// times responseFactor c. Bodies: object2 takes position and velocity of object1, and twoWay adds its force to
/// object1's; factors do not apply.
///
/// A pair lets go while its ends are farther apart than minDistance (-1: never), or while object1 is beyond the plane
/// through lastPos with normal lastDir. In that case `clamp` holds object2 at lastPos.
template <class DataTypes>
class AttachProjectiveConstraint : public core::BaseProjectiveConstraint {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using Indices = std::vector<type::Index>;
  template <class T>
  using Data = core::Data<T>;

  Data<int> d_group{this, "group", 0, "number of the group it belongs to; for tools, without effect"};
  Data<double> d_endTime{this, "endTime", -1.0, "time from which the constraint no longer acts; negative: never"};
  Data<Indices> d_indices1{this, "indices1", {}, "points of object1"};
  Data<Indices> d_indices2{this, "indices2", {}, "points of object2, one for each of indices1"};
  Data<bool> d_twoWay{this, "twoWay", false, "if true, forces on object2 are handed to object1"};
  Data<bool> d_freeRotations{this, "freeRotations", false, "of bodies: if true, only centres are attached"};
  Data<bool> d_lastFreeRotation{this, "lastFreeRotation", false, "freeRotations for the last pair alone"};
  Data<bool> d_restRotations{this, "restRotations", false,
                             "of bodies: turn object2 by what takes the way to its next body, at rest, to the x axis"};
  Data<type::Vec3> d_lastPos{this, "lastPos", type::Vec3(0, 0, 0), "point of the plane beyond which pairs let go"};
  Data<type::Vec3> d_lastDir{this, "lastDir", type::Vec3(0, 0, 0), "normal of that plane; zero: there is none"};
  Data<bool> d_clamp{this, "clamp", false, "if true, object2 is held at lastPos while object1 is beyond the plane"};
  Data<double> d_minDistance{this, "minDistance", -1.0, "pairs farther apart let go; -1: none does"};
  Data<double> d_positionFactor{this, "positionFactor", 1.0, "of points: part of half the gap closed at a time"};
  Data<double> d_velocityFactor{this, "velocityFactor", 1.0, "of points: 1 makes both velocities equal"};
  Data<double> d_responseFactor{this, "responseFactor", 1.0, "of points, twoWay: 1 makes both forces equal"};
  Data<std::vector<double>> d_constraintFactor{
      this, "constraintFactor", {}, "of points: further factor of each pair, in [0, 1]; default 1"};
  core::MultiLink<core::BaseState> l_mechanicalStates{this, "mechanicalStates",
                                                      "the constrained states; filled at initialisation"};
  core::Link<core::State<DataTypes>> l_object1{this, "object1", "state that leads"};
  core::Link<core::State<DataTypes>> l_object2{this, "object2", "state that follows"};

  static std::string staticTemplateName() { return DataTypes::name(); }
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<DataTypes>(node, description, "object1", why) &&
           core::checkState<DataTypes>(node, description, "object2", why);
  }

  void init() override;
  void bwdInit() override;
  void reset() override;
  void storeResetState() override;
  void archive(core::Archive& archive) override;
  /// Pairs that lost an end go, with their factors; the others follow their ends.
  bool topologyChanged(const core::MeshChanges& changes) override;
  std::vector<core::BaseState*> states() const override { return {l_object1.get(), l_object2.get()}; }
  void filterResponse(const core::MechanicalParams& params, core::VecDerivId d) override;
  void filterVelocity(const core::MechanicalParams& params, core::VecDerivId v) override;
  void filterPosition(const core::MechanicalParams& params, core::VecCoordId x) override;
  /// If one-way, holds the rows that indices2 name, after the end time too; but counted in object1, as reference
  /// trajectories have it. A twoWay attachment acts on the right-hand side alone.
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override;

 private:
  enum class Hold : char { attached, released, clamped };
  struct Pair {
    type::Index first, second;
    double factor;
    Coord restRotation;  ///< of bodies: its orientation follows that of object1
    Hold hold;           ///< since the last projection of positions
    bool freeRotation;
  };

  bool acts() const;
  void archiveLists(core::Archive& archive);
  void setLists(Indices first, Indices second, std::vector<double> factors);
  /// The pairs of points that exist, after a change of lists or sizes read anew.
  std::vector<Pair>& pairs();
  void readPairs();
  Coord restRotation(type::Index second) const;
  Hold holdAt(const Coord& x1, const Coord& x2) const;
  void attachPosition(const Coord& x1, Coord& x2, const Pair& pair) const;
  void attachVelocity(Deriv& v1, Deriv& v2, const Pair& pair) const;
  void attachResponse(Deriv& d1, Deriv& d2, const Pair& pair) const;

  std::vector<Pair> m_pairs;
  std::vector<Hold> m_holdsAtStart;
  std::array<int, 5> m_counters{-1, -1, -1, -1, -1};
  std::array<std::size_t, 2> m_sizes{};
  bool m_toldWrongRows = false;
};

}  // namespace sofa::component::constraint
