// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "Sofa/Core/Contract/VecId.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::core {

class ElementChange;

/// Where a vector of a state is, and how large (docs/manual/vectors.md). Sizes are in points.
struct VectorStorage {
  enum class Scalar { float32, float64 };
  std::size_t size = 0;
  std::size_t capacity = 0;
  Scalar scalar = Scalar::float64;
  bool hostIsCurrent = true;     ///< the host view holds the newest values
  bool deviceIsCurrent = false;  ///< memory elsewhere, such as a GPU's, does
};

/// Points with positions and, if mechanical, velocities and forces. A state owns its vectors and knows where they live:
/// solvers call its operations, host code asks for host views.
class BaseState : public Component SOFA_AUTHOR(BaseState) {
 public:
  static constexpr bool visibleFromBelow = true;

  virtual std::size_t size() const = 0;
  /// Resizes every vector in use; new entries are zero (identity for rotations).
  virtual void resize(std::size_t size) = 0;
  /// Carries all vectors along when points of its mesh come and go; new points are the weighted means of their
  /// ancestors. By default only the size follows.
  virtual void followPoints(const ElementChange& points);
  /// False for visual models: they have positions only and take no part in solving.
  virtual bool isMechanical() const { return false; }
  virtual int coordSize() const = 0;
  virtual int derivSize() const = 0;
  virtual std::string dataTypesName() const = 0;

  virtual bool has(VecCoordId id) const = 0;
  virtual bool has(VecDerivId id) const = 0;
  /// Makes the vector as long as the state; what is new is zero, what was there stays.
  virtual void allocate(VecCoordId id) = 0;
  virtual void allocate(VecDerivId id) = 0;
  virtual void release(VecCoordId id) = 0;
  virtual void release(VecDerivId id) = 0;

  // Host views: size() x coordSize() (or derivSize()) reals in the processor's memory, brought up to date where newer
  // values are elsewhere; empty if the state has no such vector. Valid until the next operation on the vector.
  virtual std::span<const double> hostRead(VecCoordId id) const = 0;
  virtual std::span<const double> hostRead(VecDerivId id) const = 0;
  virtual std::span<double> hostWrite(VecCoordId id) = 0;
  virtual std::span<double> hostWrite(VecDerivId id) = 0;
  /// The data types of the host views, by which components find a state that they can work on.
  virtual std::string hostTypesName() const { return dataTypesName(); }
  virtual VectorStorage storage(VecCoordId id) const = 0;
  virtual VectorStorage storage(VecDerivId id) const = 0;

  // What solvers do with whole vectors, wherever these live. Results are allocated, and sums are the same to the last
  // bit for any number of threads. Here: on the host views (docs/manual/vectors.md).
  virtual void clear(VecDerivId v);
  virtual void copy(VecDerivId out, VecDerivId v);
  virtual void copy(VecCoordId out, VecCoordId x);
  virtual void scale(VecDerivId v, double factor);
  /// out = a + factor b.
  virtual void sum(VecDerivId out, VecDerivId a, VecDerivId b, double factor);
  virtual double dot(VecDerivId a, VecDerivId b) const;
  virtual double dot(VecCoordId a, VecCoordId b) const;
  /// out = a - b, coordinate by coordinate.
  virtual void difference(VecDerivId out, VecCoordId a, VecCoordId b);
  /// |a - b|^2 over all coordinates.
  virtual double squaredDistance(VecCoordId a, VecCoordId b) const;
  /// s += alpha p and r -= alpha q in one pass; returns r.r.
  virtual double stepAndResidual(VecDerivId s, VecDerivId p, VecDerivId r, VecDerivId q, double alpha);
  /// out = x + factor d, point by point (rotations are composed).
  virtual void integrate(VecCoordId out, VecCoordId x, VecDerivId d, double factor) {
    hostIntegrate(out, x, hostRead(d), factor);
  }
  /// Points of |v_i|^2 < t^2 become zero.
  virtual void threshold(VecDerivId v, double t);
  /// f += external forces, of the points that have one.
  virtual void addExternalForce(VecDerivId f);
  /// The largest |c| of all coordinates, or something that is not finite if any is; 0 without points.
  virtual double largestMagnitude(VecCoordId x) const;
  virtual double largestMagnitude(VecDerivId v) const;
  /// To and from the part of an assembled system that belongs to this state. False, with nothing written, if the state
  /// has no such vector of that length.
  virtual bool gather(VecDerivId v, std::span<double> values) const;
  virtual void scatter(std::span<const double> values, VecDerivId v);
  /// Makes the box hold the points.
  virtual void includePoints(type::BoundingBox& box, VecCoordId x = vec::position) const = 0;

  /// integrate() with increments that are on the host: size() x derivSize() reals.
  virtual void hostIntegrate(VecCoordId out, VecCoordId x, std::span<const double> d, double factor) = 0;
  /// Position of point i in space.
  virtual type::Vec3 pointPosition(std::size_t i, VecCoordId id = vec::position) const = 0;
};

/// The reals of a vector of points, one after the other.
template <class Point>
std::span<const double> flatten(const std::vector<Point>& v) {
  return {reinterpret_cast<const double*>(v.data()), v.size() * sizeof(Point) / sizeof(double)};
}
template <class Point>
std::span<double> flatten(std::vector<Point>& v) {
  return {reinterpret_cast<double*>(v.data()), v.size() * sizeof(Point) / sizeof(double)};
}

/// A state of known point type. Implementations give typed access to the named vectors, as views on the host.
template <class DataTypes>
class State : public BaseState SOFA_AUTHOR(State) {
 public:
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;

  static std::string staticTemplateName() { return DataTypes::name(); }

  virtual const VecCoord& coords(VecCoordId id) const = 0;
  virtual const VecDeriv& derivs(VecDerivId id) const = 0;
  virtual VecCoord& writeCoords(VecCoordId id) = 0;
  virtual VecDeriv& writeDerivs(VecDerivId id) = 0;

  const VecCoord& positions() const { return coords(vec::position); }
  const VecCoord& restPositions() const { return coords(vec::restPosition); }
  const VecDeriv& velocities() const { return derivs(vec::velocity); }

  int coordSize() const override { return DataTypes::coordSize; }
  int derivSize() const override { return DataTypes::derivSize; }
  std::string dataTypesName() const override { return DataTypes::name(); }
  std::span<const double> hostRead(VecCoordId id) const override { return flatten(coords(id)); }
  std::span<const double> hostRead(VecDerivId id) const override { return flatten(derivs(id)); }
  std::span<double> hostWrite(VecCoordId id) override { return flatten(writeCoords(id)); }
  std::span<double> hostWrite(VecDerivId id) override { return flatten(writeDerivs(id)); }
  VectorStorage storage(VecCoordId id) const override { return {coords(id).size(), coords(id).capacity()}; }
  VectorStorage storage(VecDerivId id) const override { return {derivs(id).size(), derivs(id).capacity()}; }
  void hostIntegrate(VecCoordId out, VecCoordId x, std::span<const double> d, double factor) override {
    VecCoord& result = writeCoords(out);
    if (out != x) result = coords(x);
    constexpr std::size_t width = DataTypes::derivSize;
    const std::size_t n = std::min(result.size(), d.size() / width);
    helper::parallelChunks(n, 2048, [&, factor](std::size_t begin, std::size_t end) {
      if constexpr (DataTypes::isRigid) {
        for (std::size_t i = begin; i < end; ++i) DataTypes::add(result[i], Deriv(d.data() + i * width) * factor);
      } else {
        double* to = result[begin].data();
        const double* from = d.data() + width * begin;
        for (std::size_t i = 0; i < width * (end - begin); ++i) to[i] += factor * from[i];
      }
    });
  }
  void includePoints(type::BoundingBox& box, VecCoordId id) const override {
    if constexpr (std::is_same_v<Coord, type::Vec3>)
      box.include(std::span(coords(id)));
    else
      for (const Coord& x : coords(id)) box.include(DataTypes::position(x));
  }
  type::Vec3 pointPosition(std::size_t i, VecCoordId id) const override { return DataTypes::position(coords(id)[i]); }
};

/// The mechanical state of `node`, else of the nearest ancestor that has one.
BaseState* mechanicalState(const Node& node);
/// The one in the node's own slot.
BaseState* localMechanicalState(const Node& node);

/// Resolves a path the way links do: a node stands for its unique T, or for the one visible from it upwards.
BaseState* findState(const Base& owner, std::string_view path, const std::function<bool(const BaseState&)>& accepts);

/// Whether the state that `attribute` (default: the context's) stands for holds DataTypes; else `why` says what was
/// found.
template <class DataTypes>
bool checkState(Node& node, const ComponentDescription& description, std::string_view attribute, std::string& why) {
  const auto fits = [](const BaseState& s) { return dynamic_cast<const State<DataTypes>*>(&s) != nullptr; };
  if (description.has(attribute)) {
    if (findState(node, description.get(attribute), fits)) return true;
    why = fmt::format("Data attribute '{}' does not point to a mechanical state of data type '{}'.", attribute,
                      DataTypes::name());
    return false;
  }
  const BaseState* state = mechanicalState(node);
  if (state && fits(*state)) return true;
  why = fmt::format(
      "Since the attribute '{}' has not been specified, a mechanical state with the datatype '{}' has been searched in "
      "the current "
      "context, but {}.",
      attribute, DataTypes::name(),
      state ? "the one found, " + state->path() + ", holds " + state->dataTypesName() : std::string("not found"));
  return false;
}

/// Gives `link` of a component the state that is visible from its node if it leads to none. False, with an error and
/// the component invalid, if there is none of the wanted type.
template <class DataTypes>
bool requireState(Component& component, Link<State<DataTypes>>& link) {
  if (!link) link.set(dynamic_cast<State<DataTypes>*>(mechanicalState(*component.context())));
  if (link) return true;
  component.error("No mechanical state of type {} is visible from this node: add a MechanicalObject or set {}.",
                  DataTypes::name(), link.name());
  component.setInvalid();
  return false;
}

}  // namespace sofa::core
