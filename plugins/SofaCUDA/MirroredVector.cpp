// SPDX-License-Identifier: Apache-2.0
#include "MirroredVector.h"

namespace sofa::cuda {

namespace {

/// Where reals of another precision are converted; kept, so that steady steps allocate nothing.
template <class Real>
std::vector<Real>& conversionBuffer(std::size_t size) {
  thread_local std::vector<Real> buffer;
  buffer.resize(size);
  return buffer;
}

}  // namespace

template <class Real>
MirroredVector<Real>::MirroredVector(core::Data<Points>* data) : m_data(data) {
  if (data) data->core::DependencyNode::addInput(this);
}

template <class Real>
void MirroredVector<Real>::lookAtHost() {
  if (!m_data) return;
  const core::BaseData* parent = m_data->parent();
  // While the device is ahead the Data is dirty, and asking for its counter would copy.
  if (m_newest == Newest::device && (!parent || parent->counter() == m_parentCounter)) return;
  const int counter = m_data->counter();
  if (counter != m_counter) m_newest = Newest::host;
  m_counter = counter;
}

template <class Real>
void MirroredVector<Real>::toHost() {
  if (m_newest != Newest::device) return;
  if (const core::BaseData* parent = m_data ? m_data->parent() : nullptr;
      parent && parent->counter() != m_parentCounter) {
    m_newest = Newest::host;  // what the Data follows changed since the device wrote: that is taken
    return;
  }
  m_newest = Newest::both;
  Points& points = host();
  points.resize(m_device.size() / 3);
  const std::size_t bytes = m_device.size() * sizeof(Real);
  if constexpr (std::is_same_v<Real, double>) {
    if (bytes > 0) Device::instance().toHost(points.data(), m_device.data(), bytes);
  } else {
    auto& reals = conversionBuffer<Real>(m_device.size());
    if (bytes > 0) Device::instance().toHost(reals.data(), m_device.data(), bytes);
    const auto to = core::flatten(points);
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = static_cast<double>(reals[i]);
  }
  if (m_data) m_counter = m_data->counter();
}

template <class Real>
void MirroredVector<Real>::toDevice() {
  lookAtHost();
  if (m_newest != Newest::host) return;
  const auto from = core::flatten(m_data ? m_data->value() : m_own);
  if constexpr (std::is_same_v<Real, double>) {
    m_device.assign(from);
  } else {
    auto& reals = conversionBuffer<Real>(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) reals[i] = static_cast<Real>(from[i]);
    m_device.assign(reals);
  }
  m_newest = Newest::both;
}

template <class Real>
void MirroredVector<Real>::deviceChanged() {
  m_newest = Newest::device;
  if (!m_data) return;
  if (const core::BaseData* parent = m_data->parent()) m_parentCounter = parent->counter();
  setDirty();
}

template <class Real>
std::size_t MirroredVector<Real>::size() {
  lookAtHost();
  if (m_newest == Newest::device) return m_device.size() / 3;
  return m_data ? m_data->value().size() : m_own.size();
}

template <class Real>
void MirroredVector<Real>::resize(std::size_t size) {
  if (size == this->size()) return;
  if (m_newest == Newest::device) {
    m_device.resize(3 * size);
    deviceChanged();
  } else {
    hostWrite().resize(size, type::Vec3::Zero());
  }
}

template <class Real>
auto MirroredVector<Real>::hostRead() -> const Points& {
  if (m_data) return m_data->value();
  toHost();
  return m_own;
}

template <class Real>
auto MirroredVector<Real>::hostWrite() -> Points& {
  toHost();
  m_newest = Newest::host;
  return host();
}

template <class Real>
const Real* MirroredVector<Real>::deviceRead() {
  toDevice();
  return m_device.data();
}

template <class Real>
Real* MirroredVector<Real>::deviceWrite() {
  toDevice();
  deviceChanged();
  return m_device.data();
}

template <class Real>
Real* MirroredVector<Real>::deviceOverwrite(std::size_t size) {
  if (m_device.size() != 3 * size) m_device.resizeToOverwrite(3 * size);
  deviceChanged();
  return m_device.data();
}

template <class Real>
core::VectorStorage MirroredVector<Real>::storage() {
  const std::size_t points = size();
  const std::size_t capacity = m_newest == Newest::device ? m_device.capacity() / 3
                               : m_data                   ? m_data->value().capacity()
                                                          : m_own.capacity();
  return {.size = points,
          .capacity = capacity,
          .scalar = sizeof(Real) == sizeof(float) ? core::VectorStorage::Scalar::float32
                                                  : core::VectorStorage::Scalar::float64,
          .hostIsCurrent = m_newest != Newest::device,
          .deviceIsCurrent = m_newest != Newest::host};
}

template class MirroredVector<float>;
template class MirroredVector<double>;

}  // namespace sofa::cuda
