// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <span>
#include <utility>

#include "Device.h"

namespace sofa::cuda {

/// An array in the memory of the device. Capacity is apart from size: an array that shrinks and grows again stays where
/// it is.
template <class T>
class DeviceVector {
 public:
  DeviceVector() = default;
  ~DeviceVector() {
    if (m_data) Device::instance().release(m_data);
  }
  DeviceVector(const DeviceVector&) = delete;
  DeviceVector& operator=(const DeviceVector&) = delete;

  T* data() { return m_data; }
  const T* data() const { return m_data; }
  std::size_t size() const { return m_size; }
  std::size_t capacity() const { return m_capacity; }

  /// What was there stays, what is new is zero.
  void resize(std::size_t size) {
    Device& device = Device::instance();
    if (size > m_capacity) {
      const std::size_t capacity = std::max(size, m_capacity + m_capacity / 2);
      T* const data = static_cast<T*>(device.allocate(capacity * sizeof(T)));
      if (m_size > 0) device.copy(data, m_data, m_size * sizeof(T));
      if (m_data) device.release(std::exchange(m_data, nullptr));
      m_data = data;
      m_capacity = capacity;
    }
    if (size > m_size) device.zero(m_data + m_size, (size - m_size) * sizeof(T));
    m_size = size;
  }
  /// The values are not defined until they are written.
  void resizeToOverwrite(std::size_t size) {
    if (size > m_capacity) {
      m_size = 0;  // nothing to keep
      resize(size);
    }
    m_size = size;
  }
  /// Counted as a copy to the device.
  void assign(std::span<const T> values) {
    resizeToOverwrite(values.size());
    if (!values.empty()) Device::instance().toDevice(m_data, values.data(), values.size_bytes());
  }

 private:
  T* m_data = nullptr;
  std::size_t m_size = 0;
  std::size_t m_capacity = 0;
};

}  // namespace sofa::cuda
