#pragma once
#include <span>

#include "Sofa/Core/Contract/VecId.h"
#include "Sofa/Core/ObjectModel/ComponentDescription.h"
#include "Sofa/Core/ObjectModel/Context.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/Type/DataTypes.h"

namespace sofa::core {

/// Points with positions and, if mechanical, velocities and forces. Vectors are contiguous, so that algebra sees them
/// flat.
class BaseState : public Component {
 public:
  static constexpr bool visibleFromBelow = true;

  virtual std::size_t size() const = 0;
  /// Resizes every vector in use; new entries are zero (identity for rotations).
  virtual void resize(std::size_t size) = 0;
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

  /// size() x coordSize() (or derivSize()) reals; empty if the state has no such vector.
  virtual std::span<const double> flat(VecCoordId id) const = 0;
  virtual std::span<const double> flat(VecDerivId id) const = 0;
  virtual std::span<double> flatWrite(VecCoordId id) = 0;
  virtual std::span<double> flatWrite(VecDerivId id) = 0;
  /// out = x + factor d, point by point (rotations are composed); d is flat, size() x derivSize() reals.
  virtual void integrate(VecCoordId out, VecCoordId x, std::span<const double> d, double factor) = 0;
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

/// A state of known point type. Implementations give typed access to the named vectors.
template <class DataTypes>
class State : public BaseState {
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
  std::span<const double> flat(VecCoordId id) const override { return flatten(coords(id)); }
  std::span<const double> flat(VecDerivId id) const override { return flatten(derivs(id)); }
  std::span<double> flatWrite(VecCoordId id) override { return flatten(writeCoords(id)); }
  std::span<double> flatWrite(VecDerivId id) override { return flatten(writeDerivs(id)); }
  void integrate(VecCoordId out, VecCoordId x, std::span<const double> d, double factor) override {
    VecCoord& result = writeCoords(out);
    if (out != x) result = coords(x);
    constexpr std::size_t width = DataTypes::derivSize;
    const std::size_t n = std::min(result.size(), d.size() / width);
    helper::parallelChunks(n, 8192, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        DataTypes::add(result[i], Eigen::Map<const Deriv, Eigen::Unaligned>(d.data() + i * width) * factor);
    });
  }
  type::Vec3 pointPosition(std::size_t i, VecCoordId id) const override { return DataTypes::position(coords(id)[i]); }
};

/// The mechanical state of `node`, else of the nearest ancestor that has one.
BaseState* mechanicalState(const Context& node);
/// The one in the node's own slot.
BaseState* localMechanicalState(const Context& node);

/// Resolves a path the way links do: a node stands for its unique T, or for the one visible from it upwards.
BaseState* findState(const Base& owner, std::string_view path, const std::function<bool(const BaseState&)>& accepts);

/// Whether the state that `attribute` (default: the context's) stands for holds DataTypes; else `why` says what was
/// found.
template <class DataTypes>
bool checkState(Context& node, const ComponentDescription& description, std::string_view attribute, std::string& why) {
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

}  // namespace sofa::core
