// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Constraint/CarryStarts.h"
#include "Sofa/Component/Constraint/IndexedConstraint.h"
#include "Sofa/Component/Constraint/KeyTimes.h"

namespace sofa::component::constraint {

/// Moves points at given velocities, linear between key times (docs/manual/mechanics.md, "Prescribed movements").
///
/// Each projection of positions advances the points by one step, the one after initialisation included. They go on from
/// there after a reset, unless fullReset is set.
/// Points are free before the first key and, unless continueAfterEnd, after the last. If only some coordinates are
/// imposed, the first one listed advances from where the last projection put it, the others from where the solver did.
template <class DataTypes>
class LinearVelocityProjectiveConstraint : public IndexedConstraint<DataTypes> {
 public:
  using typename IndexedConstraint<DataTypes>::Coord;
  using typename IndexedConstraint<DataTypes>::Deriv;
  using typename IndexedConstraint<DataTypes>::VecCoord;
  using typename IndexedConstraint<DataTypes>::VecDeriv;

  core::Data<std::vector<double>> d_keyTimes{this, "keyTimes", {0}, "increasing times of the velocities (s)"};
  core::Data<VecDeriv> d_velocities{this, "velocities", VecDeriv(1, Deriv::Zero()), "velocity at each key time"};
  core::Data<std::vector<type::Index>> d_coordinates{this, "coordinates", {}, "imposed components; empty: all"};
  core::Data<bool> d_continueAfterEnd{this, "continueAfterEnd", false,
                                      "if true, the last velocity is kept after the last key"};
  core::Data<bool> d_fullReset{this, "fullReset", false,
                               "if true, a reset puts the points back; else they go on from where they were"};

  void init() override;
  void reset() override;
  void storeResetState() override { m_atStart = m_previous; }
  void archive(core::Archive& archive) override {
    archive.io(m_previous);
    archive.io(m_finished);
  }
  bool topologyChanged(const core::MeshChanges& changes) override {
    if (const auto* state = this->mstate())
      for (VecCoord* places : {&m_previous, &m_atStart}) carryStartPlaces(*places, changes, *state);
    return true;
  }
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  void applyConstraint(core::ZeroDirichletCondition* matrix) override;
  void draw(core::DrawList& list) const override;

 protected:
  void dataChanged() override { readData(); }

 private:
  void readData();
  /// The velocity to impose now; nothing while the points are free.
  std::optional<Deriv> velocity();
  void advance(Coord& x, Coord& previous, const Deriv& step) const;
  void advanceCoordinates(Coord& x, Coord& previous, const Deriv& step) const;

  VecCoord m_previous;             // where the last projection put the points
  VecCoord m_atStart;              // and that after initialisation
  std::vector<int> m_coordinates;  // imposed ones, in the order given
  bool m_allCoordinates = true;
  bool m_usable = false;
  bool m_finished = false;
  bool m_toldKept = false;
};

}  // namespace sofa::component::constraint
