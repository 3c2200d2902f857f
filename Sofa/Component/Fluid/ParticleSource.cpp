// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Fluid/ParticleSource.h"

#include <sstream>

#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshChange.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::fluid {

using type::Index;

template <class DataTypes>
void ParticleSource<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  this->d_listening.set(true);
  this->setValid();
  if (!(d_delay.value() > 0)) {
    this->error("delay is {}; it must be larger than 0. No particle is added.", d_delay.value());
    this->setInvalid();
  }
  start();
}

template <class DataTypes>
void ParticleSource<DataTypes>::start() {
  m_lastTime = std::max(d_start.value() - d_delay.value(), 0.0);
  m_random.seed();
  m_lastOrigins.clear();
  if (!d_lastparticles.value().empty()) d_lastparticles.set({});
}

template <class DataTypes>
void ParticleSource<DataTypes>::reset() {
  if (!this->mstate()) return;
  setParticleCount(*this->mstate(), 1);
  start();
}

template <class DataTypes>
bool ParticleSource<DataTypes>::isActive() const {
  return Base::isActive() && isOpen(this->context()->time());
}

template <class DataTypes>
void ParticleSource<DataTypes>::handleEvent(core::Event& event) {
  if (!core::eventAs<core::AnimateBeginEvent>(event) || !this->mstate() || !this->isValid()) return;
  const double time = this->context()->time();
  if (!isOpen(time)) return;
  // Steps that are longer than the delay bring several batches.
  constexpr double mostBatches = 1e6;
  const double due = std::floor((time - m_lastTime) / d_delay.value());
  if (!(due >= 1)) return;
  if (due > mostBatches) {
    this->error("delay is {}, so that {} batches are due in one step: make it larger. No particle is added any more.",
                d_delay.value(), due);
    return this->setInvalid();
  }
  const std::size_t present = this->mstate()->size();
  const std::size_t first = present == 1 ? 0 : present;  // the point that a state has from the start is no particle
  VecCoord positions;
  for (int batch = 0; batch < static_cast<int>(due); ++batch) emitBatch(time, first, positions);
  setParticleCount(*this->mstate(), first + positions.size());
  auto& x = this->mstate()->writeCoords(core::vec::position);
  auto& v = this->mstate()->writeDerivs(core::vec::velocity);
  std::ranges::copy(positions, x.begin() + static_cast<std::ptrdiff_t>(first));
  std::fill(v.begin() + static_cast<std::ptrdiff_t>(first), v.end(), d_velocity.value());
}

/// The older half of those that keep their velocity are free from now on.
template <class DataTypes>
void ParticleSource<DataTypes>::emitBatch(double time, std::size_t first, VecCoord& newPositions) {
  m_lastTime += d_delay.value();
  auto& last = d_lastparticles.edit();
  const auto half = static_cast<std::ptrdiff_t>((last.size() + 1) / 2);
  last.erase(last.begin(), last.begin() + half);
  m_lastOrigins.erase(m_lastOrigins.begin(), m_lastOrigins.begin() + half);
  const Deriv& velocity = d_velocity.value();
  for (Coord& origin : m_lastOrigins) origin += velocity * d_delay.value();
  const double largest = static_cast<double>(m_random.max() - m_random.min());
  for (const Coord& center : d_center.value()) {
    Coord p = center * d_scale.value() + d_translation.value();
    for (int axis = 0; axis < DataTypes::coordSize; ++axis)
      p[axis] += d_radius.value()[axis] *
                 (d_addNoise.value() ? static_cast<double>(m_random() - m_random.min()) / largest : 1.0);
    m_lastOrigins.push_back(p);
    last.push_back(static_cast<Index>(first + newPositions.size()));
    newPositions.push_back(p + velocity * (time - m_lastTime));
  }
}

template <class DataTypes>
void ParticleSource<DataTypes>::projectResponse(VecDeriv& d) {
  for (const Index i : d_lastparticles.value())
    if (i < d.size()) d[i] = Deriv::Zero();
}

template <class DataTypes>
void ParticleSource<DataTypes>::projectVelocity(VecDeriv& v) {
  for (const Index i : d_lastparticles.value())
    if (i < v.size()) v[i] = d_velocity.value();
}

template <class DataTypes>
void ParticleSource<DataTypes>::projectPosition(VecCoord& x) {
  const auto& last = d_lastparticles.value();
  const Deriv moved = d_velocity.value() * (this->context()->time() - m_lastTime);
  for (std::size_t k = 0; k < last.size(); ++k)
    if (last[k] < x.size()) x[last[k]] = m_lastOrigins[k] + moved;
}

template <class DataTypes>
void ParticleSource<DataTypes>::applyConstraint(core::ZeroDirichletCondition* condition) {
  if (!this->mstate() || !this->isValid() || !isActive()) return;
  constexpr int n = DataTypes::derivSize;
  for (const Index i : d_lastparticles.value())
    for (int k = 0; k < n && i < this->mstate()->size(); ++k)
      condition->discardRowCol(n * static_cast<int>(i) + k, n * static_cast<int>(i) + k);
}

template <class DataTypes>
bool ParticleSource<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  for (const auto& step : changes.steps)
    if (!step->points().removed().empty()) particlesRenumbered(step->points().newIndices());
  return true;
}

template <class DataTypes>
void ParticleSource<DataTypes>::particlesRenumbered(std::span<const Index> newIndex) {
  auto& last = d_lastparticles.edit();
  std::size_t kept = 0;
  for (std::size_t k = 0; k < last.size(); ++k) {
    const Index now = last[k] < newIndex.size() ? newIndex[last[k]] : last[k];
    if (now == type::invalidIndex) continue;
    m_lastOrigins[kept] = m_lastOrigins[k];
    last[kept++] = now;
  }
  last.resize(kept);
  m_lastOrigins.resize(kept);
}

template <class DataTypes>
void ParticleSource<DataTypes>::archive(core::Archive& archive) {
  archive.io(m_lastTime);
  std::vector<Index> last = d_lastparticles.value();
  archive.io(last);
  std::vector<double> origins(core::flatten(m_lastOrigins).begin(), core::flatten(m_lastOrigins).end());
  archive.io(origins);
  std::ostringstream generator;
  generator << m_random;
  std::string text = generator.str();
  archive.io(text);
  if (!archive.isLoading() || !archive.isGood()) return;
  if (origins.size() != last.size() * DataTypes::coordSize) return archive.fail();
  m_lastOrigins.resize(last.size());
  std::ranges::copy(origins, core::flatten(m_lastOrigins).begin());
  d_lastparticles.set(std::move(last));
  std::istringstream(text) >> m_random;
}

namespace {
const auto registered = core::Register("ParticleSource", "SofaSphFluid", "adds particles at given places and times")
                            .addAll<ParticleSource, type::Vec3Types, type::Vec2Types>(true);
}  // namespace

template class ParticleSource<type::Vec3Types>;
template class ParticleSource<type::Vec2Types>;

}  // namespace sofa::component::fluid
