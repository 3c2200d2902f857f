// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>

#include "DeviceVector.h"
#include "Sofa/Core/Contract/State.h"

namespace sofa::cuda {

/// A vector of points that the host sees as Vec3 and the device as reals, three per point. Either side, or both, holds
/// the newest values; reading on the other side copies them, once.
///
/// The host side of a named vector is a Data of the state. It becomes dirty when the device writes, and whoever reads
/// it has it brought up to date.
template <class Real>
class MirroredVector final : public core::DependencyNode {
 public:
  using Points = std::vector<type::Vec3>;

  /// `data`: the host side; without, the vector has one of its own.
  explicit MirroredVector(core::Data<Points>* data = nullptr);

  std::size_t size();
  /// What is new is zero.
  void resize(std::size_t size);

  const Points& hostRead();
  Points& hostWrite();
  const Real* deviceRead();
  /// Values are read and written.
  Real* deviceWrite();
  /// All values will be written.
  Real* deviceOverwrite(std::size_t size);

  core::VectorStorage storage();

 private:
  enum class Newest { host, device, both };

  void update() override { toHost(); }
  Points& host() { return m_data ? m_data->edit() : m_own; }
  /// Notices what the host wrote through the Data.
  void lookAtHost();
  void toHost();
  void toDevice();
  void deviceChanged();

  core::Data<Points>* m_data;
  Points m_own;
  DeviceVector<Real> m_device;
  Newest m_newest = Newest::host;
  int m_counter = 0;        ///< of the Data when both sides agreed last
  int m_parentCounter = 0;  ///< of what the Data follows, when the device wrote last
};

extern template class MirroredVector<float>;
extern template class MirroredVector<double>;

}  // namespace sofa::cuda
