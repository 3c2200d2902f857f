// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeinfo>

#include "Sofa/Type/Vec.h"

namespace sofa {
template <class T>
class Data;
namespace helper {
template <class D>
class ReadAccessor;
template <class D>
class WriteAccessor;
template <class D>
class WriteOnlyAccessor;
}  // namespace helper
namespace core {
struct CoordKind;
struct DerivKind;
template <class Kind>
struct VecId;
}  // namespace core
namespace linearalgebra {
template <class Deriv>
class MatrixDeriv;
}
}  // namespace sofa

/// Members of states, vector ids and data types that components written for SOFA call.
namespace sofa::compatibility {

/// The vector of one state that an id names: id[this->fromModel].write().
template <class State, class Id>
class VectorOf {
 public:
  VectorOf(State* state, Id id) : m_state(state), m_id(id) {}
  auto write() const { return m_state->write(m_id); }
  auto read() const { return m_state->read(m_id); }
  Id getId() const { return m_id; }

 private:
  State* m_state;
  Id m_id;
};

template <class State>
State* stateOf(State* state) {
  return state;
}
template <class Link>
auto stateOf(const Link& link) -> decltype(link.get()) {
  return link.get();
}

/// Views of the vectors of one state as Data of SOFA, by the numbers of their ids.
template <class T>
class VectorViews {
 public:
  sofa::Data<T>* at(int index, T* vector) {
    const std::scoped_lock lock(m_mutex);
    auto& data = m_views[index];
    if (!data) data = std::make_unique<sofa::Data<T>>(vector);
    data->view(vector);
    return data.get();
  }
  template <class State>
  static VectorViews& of(const State& state) {
    static std::mutex mutex;
    const std::scoped_lock lock(mutex);
    auto& place = state.attachment(typeid(VectorViews));
    if (!place) place = std::make_shared<VectorViews>();
    return *static_cast<VectorViews*>(place.get());
  }

 private:
  std::mutex m_mutex;
  std::map<int, std::unique_ptr<sofa::Data<T>>> m_views;
};

template <class Self>
class BaseStateMembers {
 public:
  std::size_t getSize() const { return self().size(); }
  std::size_t getMatrixSize() const { return self().size() * self().derivSize(); }
  std::size_t getMatrixBlockSize() const { return self().derivSize(); }
  std::size_t getCoordDimension() const { return self().coordSize(); }
  std::size_t getDerivDimension() const { return self().derivSize(); }
  double getPX(std::size_t i) const { return self().pointPosition(i).x(); }
  double getPY(std::size_t i) const { return self().pointPosition(i).y(); }
  double getPZ(std::size_t i) const { return self().pointPosition(i).z(); }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

template <class Self, class Types>
class StateMembers {
  template <class T>
  using Read = helper::ReadAccessor<sofa::Data<T>>;
  template <class T>
  using Write = helper::WriteAccessor<sofa::Data<T>>;
  template <class T>
  using WriteOnly = helper::WriteOnlyAccessor<sofa::Data<T>>;
  using VecCoord = typename Types::VecCoord;
  using VecDeriv = typename Types::VecDeriv;

 public:
  using DataTypes = Types;
  using Real = double;

  template <class Id>
  auto read(Id id) const {
    return static_cast<const std::remove_pointer_t<decltype(write(id))>*>(view(id, false));
  }
  template <class Id>
  auto write(Id id) const {
    return view(id, true);
  }

  Read<VecCoord> readPositions() const { return view(named<core::CoordKind>(1), false); }
  Read<VecCoord> readRestPositions() const { return view(named<core::CoordKind>(2), false); }
  Read<VecCoord> readFreePositions() const { return view(named<core::CoordKind>(3), false); }
  Read<VecDeriv> readVelocities() const { return view(named<core::DerivKind>(1), false); }
  Read<VecDeriv> readFreeVelocities() const { return view(named<core::DerivKind>(3), false); }
  Read<VecDeriv> readForces() const { return view(named<core::DerivKind>(5), false); }
  Read<VecDeriv> readTotalForces() const { return view(named<core::DerivKind>(5), false); }
  Read<VecDeriv> readDx() const { return view(named<core::DerivKind>(7), false); }
  Write<VecCoord> writePositions() const { return view(named<core::CoordKind>(1), true); }
  Write<VecCoord> writeRestPositions() const { return view(named<core::CoordKind>(2), true); }
  Write<VecCoord> writeFreePositions() const { return view(named<core::CoordKind>(3), true); }
  Write<VecDeriv> writeVelocities() const { return view(named<core::DerivKind>(1), true); }
  Write<VecDeriv> writeForces() const { return view(named<core::DerivKind>(5), true); }
  WriteOnly<VecCoord> writeOnlyPositions() const { return view(named<core::CoordKind>(1), true); }
  WriteOnly<VecDeriv> writeOnlyVelocities() const { return view(named<core::DerivKind>(1), true); }

 private:
  template <class Kind>
  static constexpr auto named(int index) {
    return core::VecId<Kind>{index};
  }

  template <class Id>
  auto view(Id id, bool writes) const {
    auto& self = const_cast<Self&>(static_cast<const Self&>(*this));
    if constexpr (Id::isOfCoords) {
      auto* vector = writes ? &self.writeCoords(id) : const_cast<VecCoord*>(&self.coords(id));
      return VectorViews<VecCoord>::of(self).at(id.index, vector);
    } else {
      auto* vector = writes ? &self.writeDerivs(id) : const_cast<VecDeriv*>(&self.derivs(id));
      return VectorViews<VecDeriv>::of(self).at(id.index, vector);
    }
  }
};

/// Members of data types that components written for SOFA call.
template <class Self, class Coord, class Deriv>
struct TypesMembers {
  using Core = Self;
  using Real = double;
  using MatrixDeriv = linearalgebra::MatrixDeriv<Deriv>;
  using CPos = Coord;
  using DPos = Deriv;
  static constexpr unsigned spatial_dimensions = std::min<int>(3, Deriv::SizeAtCompileTime);
  static constexpr unsigned coord_total_size = Deriv::SizeAtCompileTime;
  static constexpr unsigned deriv_total_size = Deriv::SizeAtCompileTime;
  static std::string Name() { return Self::name(); }

  static const Coord& getCPos(const Coord& x) { return x; }
  static void setCPos(Coord& x, const Coord& p) { x = p; }
  static const Deriv& getDPos(const Deriv& d) { return d; }
  static void setDPos(Deriv& d, const Deriv& v) { d = v; }
  /// Position from three reals; what a point does not have is left out.
  template <class Point>
  static void set(Point& x, double a, double b, double c) {
    if constexpr (std::is_same_v<Point, Coord>)
      Self::setPosition(x, type::Vec3(a, b, c));
    else
      x = Self::linear(type::Vec3(a, b, c));
  }
  template <class Point>
  static void get(double& a, double& b, double& c, const Point& x) {
    a = x[0];
    if constexpr (Deriv::SizeAtCompileTime > 1) b = x[1];
    if constexpr (Deriv::SizeAtCompileTime > 2) c = x[2];
  }
};

template <class Self, class Coord, class Deriv>
struct RigidTypesMembers {
  static constexpr int dimensions = Deriv::SizeAtCompileTime == 6 ? 3 : 2;

  using Core = Self;
  using Real = double;
  using MatrixDeriv = linearalgebra::MatrixDeriv<Deriv>;
  using CPos = type::Vec<dimensions>;
  using DPos = type::Vec<dimensions>;
  static constexpr unsigned spatial_dimensions = dimensions;
  static constexpr unsigned coord_total_size = dimensions == 3 ? 7 : 3;
  static constexpr unsigned deriv_total_size = Deriv::SizeAtCompileTime;
  static std::string Name() { return Self::name(); }

  static CPos getCPos(const Coord& x) { return x.getCenter(); }
  static void setCPos(Coord& x, const CPos& p) { x.getCenter() = p; }
  static const auto& getCRot(const Coord& x) { return x.getOrientation(); }
  template <class Rotation>
  static void setCRot(Coord& x, const Rotation& q) {
    x.getOrientation() = q;
  }
  static DPos getDPos(const Deriv& d) { return d.template head<dimensions>(); }
  static void setDPos(Deriv& d, const DPos& v) { d.template head<dimensions>() = v; }
  static auto getDRot(const Deriv& d) {
    if constexpr (dimensions == 3)
      return type::Vec3(d.template tail<3>());
    else
      return d[2];
  }
  template <class Rotation>
  static void setDRot(Deriv& d, const Rotation& w) {
    if constexpr (dimensions == 3)
      d.template tail<3>() = w;
    else
      d[2] = w;
  }
  template <class Point>
  static void set(Point& x, double a, double b, double c) {
    if constexpr (std::is_same_v<Point, Coord>)
      Self::setPosition(x, type::Vec3(a, b, c));
    else
      x.template head<dimensions>() = type::Vec3(a, b, c).template head<dimensions>();
  }
  template <class Point>
  static void get(double& a, double& b, double& c, const Point& x) {
    type::Vec3 p = type::Vec3::Zero();
    if constexpr (std::is_same_v<Point, Coord>)
      p = Self::position(x);
    else
      p.template head<dimensions>() = x.template head<dimensions>();
    a = p[0], b = p[1], c = p[2];
  }
};

}  // namespace sofa::compatibility

/// Names of vectors: static functions by kind, mparams->x() as the id itself, and id[state] as the vector there.
#define SOFA_AUTHOR_VecId                                                                 \
  static constexpr bool isOfCoords = std::is_same_v<Kind, struct CoordKind>;              \
  static constexpr VecId position() requires isOfCoords { return {1}; }                   \
  static constexpr VecId restPosition() requires isOfCoords { return {2}; }               \
  static constexpr VecId freePosition() requires isOfCoords { return {3}; }               \
  static constexpr VecId resetPosition() requires isOfCoords { return {4}; }              \
  static constexpr VecId velocity() requires(!isOfCoords) { return {1}; }                 \
  static constexpr VecId resetVelocity() requires(!isOfCoords) { return {2}; }            \
  static constexpr VecId freeVelocity() requires(!isOfCoords) { return {3}; }             \
  static constexpr VecId force() requires(!isOfCoords) { return {5}; }                    \
  static constexpr VecId externalForce() requires(!isOfCoords) { return {6}; }            \
  static constexpr VecId dx() requires(!isOfCoords) { return {7}; }                       \
  static constexpr VecId dforce() requires(!isOfCoords) { return {8}; }                   \
  static constexpr VecId null() { return {0}; }                                           \
  constexpr VecId operator()() const { return *this; }                                    \
  constexpr VecId id() const { return *this; }                                            \
  template <class SofaState>                                                              \
  auto operator[](const SofaState& state) const {                                         \
    return ::sofa::compatibility::VectorOf(::sofa::compatibility::stateOf(state), *this); \
  }                                                                                       \
  template <class SofaState>                                                              \
  VecId getId(const SofaState&) const {                                                   \
    return *this;                                                                         \
  }
