// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <random>

#include "Sofa/Component/Fluid/ParticleCount.h"
#include "Sofa/Core/Contract/ProjectiveConstraint.h"

namespace sofa::component::fluid {

/// Adds particles to a state while a scene runs: a batch with one for each centre, every `delay`, between the times
/// `start` and `stop`. They leave with a given velocity, which the newest keep for a while as a projective constraint,
/// so that what flows out is not pushed back.
///
/// A particle of centre c starts at c scale + translation + radius r, with numbers r between 0 and 1 per axis, or 1
/// without noise. They are those of a generator with a fixed seed: each run has the same.
template <class DataTypes>
class ParticleSource : public core::ProjectiveConstraint<DataTypes>, public RemembersParticles {
 public:
  using Base = core::ProjectiveConstraint<DataTypes>;
  using typename Base::Coord;
  using typename Base::Deriv;
  using typename Base::VecCoord;
  using typename Base::VecDeriv;
  template <class T>
  using Data = core::Data<T>;

  Data<Coord> d_translation{this, "translation", Coord::Zero(), "added to the centres (m)"};
  Data<double> d_scale{this, "scale", 1.0, "factor of the centres"};
  Data<VecCoord> d_center{this, "center", VecCoord(1), "where the particles of a batch come from (m)"};
  Data<Coord> d_radius{this, "radius", Coord::Zero(), "how far from its centre a particle starts, per axis (m)"};
  Data<Deriv> d_velocity{this, "velocity", Deriv::Zero(), "velocity of new particles (m/s)"};
  Data<double> d_delay{this, "delay", 0.01, "time between two batches (s)"};
  Data<double> d_start{this, "start", 0.0, "when it begins (s)"};
  Data<double> d_stop{this, "stop", 1e10, "when it ends (s)"};
  Data<bool> d_addNoise{this, "addNoise", true, "whether particles start at random places around their centres"};
  Data<std::vector<type::Index>> d_lastparticles{
      this, "lastparticles", {}, "particles that keep the velocity they left with", {.readOnly = true}};

  void init() override;
  void reset() override;
  void handleEvent(core::Event& event) override;
  void archive(core::Archive& archive) override;
  bool topologyChanged(const core::MeshChanges& changes) override;
  void particlesRenumbered(std::span<const type::Index> newIndex) override;
  bool isActive() const override;
  void projectResponse(VecDeriv& d) override;
  void projectVelocity(VecDeriv& v) override;
  void projectPosition(VecCoord& x) override;
  void applyConstraint(core::ZeroDirichletCondition* condition) override;

 private:
  void start();
  bool isOpen(double time) const { return time >= d_start.value() && time <= d_stop.value(); }
  void emitBatch(double time, std::size_t first, VecCoord& newPositions);

  double m_lastTime = 0;   ///< of the last batch
  VecCoord m_lastOrigins;  ///< where the last particles were at that time
  std::minstd_rand m_random;
};

}  // namespace sofa::component::fluid
