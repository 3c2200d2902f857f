#pragma once
#include <map>

#include "Sofa/Compatibility/Data.h"
#include "Sofa/Compatibility/Params.h"
#include "Sofa/Compatibility/Types.h"
#include "Sofa/Core/Contract/State.h"

/// States and the names of their vectors as components written for SOFA know them.
namespace sofa::core {

/// Names of the vectors of one state.
struct ConstVecCoordId : VecCoordId {
  constexpr ConstVecCoordId(VecCoordId id) : VecCoordId(id) {}
  static constexpr ConstVecCoordId position() { return vec::position; }
  static constexpr ConstVecCoordId restPosition() { return vec::restPosition; }
  static constexpr ConstVecCoordId freePosition() { return vec::freePosition; }
};
struct ConstVecDerivId : VecDerivId {
  constexpr ConstVecDerivId(VecDerivId id) : VecDerivId(id) {}
  static constexpr ConstVecDerivId velocity() { return vec::velocity; }
  static constexpr ConstVecDerivId force() { return vec::force; }
  static constexpr ConstVecDerivId dx() { return vec::dx; }
  static constexpr ConstVecDerivId freeVelocity() { return vec::freeVelocity; }
};

namespace vec_id {
namespace read_access {
inline constexpr VecCoordId position = vec::position, restPosition = vec::restPosition,
                            freePosition = vec::freePosition;
inline constexpr VecDerivId velocity = vec::velocity, force = vec::force, dx = vec::dx;
}  // namespace read_access
namespace write_access = read_access;
}  // namespace vec_id

/// What Mapping, ForceField... of this folder hold where SOFA's hold a MechanicalState: a view of a state of ours.
template <class DataTypes>
requires compatibility::AuthorTypes<DataTypes>
class State<DataTypes> {
 public:
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using Ours = State<typename DataTypes::Core>;

  void bind(Ours* state) { m_state = state; }
  Ours* ours() const { return m_state; }

  std::size_t getSize() const { return m_state->size(); }
  std::size_t size() const { return m_state->size(); }
  void resize(std::size_t n) const { m_state->resize(n); }
  std::size_t getMatrixSize() const { return m_state->size() * DataTypes::derivSize; }
  std::string getName() const { return m_state->name(); }
  std::string getPathName() const { return m_state->path(); }

  const sofa::Data<VecCoord>* read(VecCoordId id) const {
    return view(m_coords, id.index, const_cast<VecCoord*>(&m_state->coords(id)));
  }
  const sofa::Data<VecDeriv>* read(VecDerivId id) const {
    return view(m_derivs, id.index, const_cast<VecDeriv*>(&m_state->derivs(id)));
  }
  sofa::Data<VecCoord>* write(VecCoordId id) const { return view(m_coords, id.index, &m_state->writeCoords(id)); }
  sofa::Data<VecDeriv>* write(VecDerivId id) const { return view(m_derivs, id.index, &m_state->writeDerivs(id)); }

  helper::ReadAccessor<sofa::Data<VecCoord>> readPositions() const { return read(vec::position); }
  helper::ReadAccessor<sofa::Data<VecCoord>> readRestPositions() const { return read(vec::restPosition); }
  helper::ReadAccessor<sofa::Data<VecDeriv>> readVelocities() const { return read(vec::velocity); }
  helper::ReadAccessor<sofa::Data<VecDeriv>> readForces() const { return read(vec::force); }
  helper::ReadAccessor<sofa::Data<VecDeriv>> readTotalForces() const { return read(vec::force); }
  helper::WriteAccessor<sofa::Data<VecCoord>> writePositions() const { return write(vec::position); }
  helper::WriteAccessor<sofa::Data<VecDeriv>> writeVelocities() const { return write(vec::velocity); }

 private:
  template <class T>
  using Views = std::map<int, std::unique_ptr<sofa::Data<T>>>;
  template <class T>
  static sofa::Data<T>* view(Views<T>& views, int index, T* vector) {
    auto& data = views[index];
    if (!data) data = std::make_unique<sofa::Data<T>>(vector);
    data->view(vector);
    return data.get();
  }

  Ours* m_state = nullptr;
  mutable Views<VecCoord> m_coords;
  mutable Views<VecDeriv> m_derivs;
};

/// Stands where SOFA has a link to a state: `this->mstate`, `this->fromModel`.
template <class DataTypes>
class StateLink {
 public:
  using Author = State<DataTypes>;
  explicit StateLink(Link<State<typename DataTypes::Core>>& link) : m_link(link) {}

  Author* operator->() const { return view(); }
  Author& operator*() const { return *view(); }
  operator Author*() const { return view(); }
  operator BaseState*() const { return m_link.get(); }
  explicit operator bool() const { return m_link.get() != nullptr; }
  /// Can be given to whatever takes a state.
  template <class... Params>
  const StateLink& get(const Params*...) const {
    return *this;
  }
  bool empty() const { return !m_link.get(); }
  bool operator==(std::nullptr_t) const { return empty(); }
  bool operator==(const StateLink& other) const { return m_link.get() == other.m_link.get(); }

 private:
  Author* view() const {
    m_view.bind(m_link.get());
    return m_link.get() ? &m_view : nullptr;
  }

  Link<State<typename DataTypes::Core>>& m_link;
  mutable Author m_view;
};

/// The vector of that name in any state: id[this->fromModel].write().
class MultiVecDerivId {
 public:
  MultiVecDerivId(VecDerivId id) : m_id(id) {}
  VecDerivId id() const { return m_id; }
  template <class Link>
  class Entry {
   public:
    Entry(const Link& state, VecDerivId id) : m_state(state), m_id(id) {}
    auto write() const { return m_state->write(m_id); }
    auto read() const { return m_state->read(m_id); }

   private:
    const Link& m_state;
    VecDerivId m_id;
  };
  template <class Link>
  Entry<Link> operator[](const Link& state) const {
    return {state, m_id};
  }

 private:
  VecDerivId m_id;
};
using ConstMultiVecDerivId = MultiVecDerivId;

namespace behavior {
template <class DataTypes>
using MechanicalState = core::State<DataTypes>;
using BaseMechanicalState = core::BaseState;
}  // namespace behavior

}  // namespace sofa::core
