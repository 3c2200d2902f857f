// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Params.h"
#include "Sofa/Compatibility/Types.h"
#include "Sofa/Core/Contract/State.h"

/// States and the names of their vectors as components written for SOFA know them.
namespace sofa::core {

using ConstVecCoordId = VecCoordId;
using ConstVecDerivId = VecDerivId;
/// The vector of that name in any state: id[this->fromModel].write().
using MultiVecCoordId = VecCoordId;
using ConstMultiVecCoordId = VecCoordId;
using MultiVecDerivId = VecDerivId;
using ConstMultiVecDerivId = VecDerivId;

namespace vec_id {
namespace read_access {
inline constexpr VecCoordId position = vec::position, restPosition = vec::restPosition,
                            freePosition = vec::freePosition, resetPosition = vec::resetPosition;
inline constexpr VecDerivId velocity = vec::velocity, force = vec::force, dx = vec::dx, dforce = vec::dforce,
                            freeVelocity = vec::freeVelocity, resetVelocity = vec::resetVelocity,
                            externalForce = vec::externalForce;
}  // namespace read_access
namespace write_access = read_access;
}  // namespace vec_id

/// Stands where SOFA has a link to a state: `this->mstate`, `this->fromModel`.
template <class DataTypes>
class StateLink {
 public:
  using Target = State<DataTypes>;
  explicit StateLink(Link<Target>& link) : m_link(link) {}

  Target* operator->() const { return m_link.get(); }
  Target& operator*() const { return *m_link; }
  operator Target*() const { return m_link.get(); }
  explicit operator bool() const { return m_link.get() != nullptr; }
  template <class... Params>
  Target* get(const Params*...) const {
    return m_link.get();
  }
  void set(Target* state) { m_link.set(state); }
  bool setPath(const std::string& path) {
    std::string ignored;
    return m_link.read(path, &ignored);
  }
  std::string getPath() const { return m_link.text(); }
  std::string getLinkedPath() const { return m_link.get() ? m_link->path() : m_link.text(); }
  bool empty() const { return !m_link.get(); }
  bool operator==(std::nullptr_t) const { return empty(); }
  bool operator==(const StateLink& other) const { return m_link.get() == other.m_link.get(); }
  bool operator==(const Target* other) const { return m_link.get() == other; }

 private:
  Link<Target>& m_link;
};

namespace behavior {
template <class DataTypes>
using MechanicalState = core::State<DataTypes>;
using BaseMechanicalState = core::BaseState;
}  // namespace behavior

}  // namespace sofa::core
