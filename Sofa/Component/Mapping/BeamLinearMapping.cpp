// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/BeamLinearMapping.h"

#include "Sofa/Component/Mapping/CoordDistance.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::mapping {

template <class In, class Out>
void BeamLinearMapping<In, Out>::init() {
  if (!this->l_input || !this->l_output) return;
  const InVecCoord& in = this->l_input->positions();
  this->setValid();
  m_needed = in.size();
  m_lengths.clear();
  m_places.clear();
  for (std::size_t i = 0; i + 1 < in.size(); ++i) m_lengths.push_back(coordDistance(in[i], in[i + 1]));
  if (m_lengths.empty()) {
    this->error("{} has {} bodies, a beam needs at least 2: nothing is mapped.", this->l_input->path(), in.size());
    this->setInvalid();
  } else if (std::ranges::any_of(m_lengths, [](double length) { return !(length > 0); })) {
    this->error("{} has segments without length: nothing is mapped.", this->l_input->path());
    this->setInvalid();
  } else {
    m_lengths.push_back(m_lengths.back());
    for (const auto& p : this->l_output->positions())
      m_places.push_back(place(d_localCoord.value() ? p : locate(in, p)));
  }
  Base::init();
  core::readAtInit(*this, {&d_localCoord});
}

template <class In, class Out>
type::Vec3 BeamLinearMapping<In, Out>::locate(const InVecCoord& in, const type::Vec3& p) const {
  type::Vec3 local = type::inverse(in[0].orientation) * type::Vec3(p - in[0].center);
  std::size_t i = 0;
  while (i + 1 < m_lengths.size() && local.x() >= m_lengths[i]) local.x() -= m_lengths[i++];
  return local / m_lengths[i] + static_cast<double>(i) * type::Vec3::UnitX();
}

template <class In, class Out>
auto BeamLinearMapping<In, Out>::place(const type::Vec3& coordinates) const -> Place {
  const auto last = static_cast<double>(m_lengths.size() - 2);
  // A point this near to the end of a segment counts as the begin of the next.
  const double rounded = std::nearbyint(coordinates.x() * 65536) / 65536;
  const double segment = std::isfinite(rounded) ? std::clamp(std::floor(rounded), 0.0, last) : 0.0;
  const auto i = static_cast<std::size_t>(segment);
  const type::Vec3 q = coordinates - segment * type::Vec3::UnitX();
  return {{static_cast<type::Index>(i), static_cast<type::Index>(i + 1)},
          q.x() * q.x() * (3 - 2 * q.x()),
          {q * m_lengths[i], (q - type::Vec3::UnitX()) * m_lengths[i]}};
}

template <class In, class Out>
bool BeamLinearMapping<In, Out>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->l_input || simulation::meshOfState(*this->l_input) != changes.mesh) return true;
  for (auto& place : m_places) simulation::followPoints(place.bodies, *this->l_input, changes);
  m_needed = this->l_input->size();
  return true;
}

template <class In, class Out>
void BeamLinearMapping<In, Out>::archive(core::Archive& archive) {
  if (archive.sizesDiffer() && this->isValid()) {
    for (auto& place : m_places) {
      archive.io(place.bodies);
      for (const type::Index i : place.bodies)
        if (i >= this->l_input->size() && i != type::invalidIndex) archive.fail();
    }
    m_needed = this->l_input->size();
  }
  Base::archive(archive);
}

template <class In, class Out>
void BeamLinearMapping<In, Out>::apply(OutVecCoord& out, const InVecCoord& in) {
  if (!this->checkInput(in, m_needed)) return;
  this->resizeOutput(out, m_places.size());
  m_frames.resize(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) m_frames[i] = type::toMatrix(in[i].orientation);
  this->m_jacobian.clear();
  for (std::size_t k = 0; k < m_places.size(); ++k) {
    if (!isThere(m_places[k])) continue;
    const auto& [bodies, s, arms] = m_places[k];
    const auto [i, j] = bodies;
    const type::Vec3 a0 = m_frames[i] * arms[0], a1 = m_frames[j] * arms[1];
    out[k] = (1 - s) * (in[i].center + a0) + s * (in[j].center + a1);
    this->m_jacobian.add(k, i, a0, 1 - s);
    this->m_jacobian.add(k, j, a1, s);
  }
}

namespace {
const auto registered =
    core::Register("BeamLinearMapping", "Sofa.Component.Mapping.Linear", "points along a chain of bodies")
        .add<BeamLinearMapping<type::Rigid3Types, type::Vec3Types>>(true);
const auto registeredThreaded =
    core::Register("BeamLinearMapping_mt", "MultiThreading", "BeamLinearMapping: the same points")
        .ignores("granularity", "the points of a beam are too few to be worth several threads")
        .add<BeamLinearMapping<type::Rigid3Types, type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
