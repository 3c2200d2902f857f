// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "MirroredVector.h"
#include "Sofa/Component/StateContainer/MechanicalObject.h"

namespace sofa::cuda {

template <class Real>
const char* dataTypesName();
template <>
inline const char* dataTypesName<float>() {
  return "CudaVec3f";
}
template <>
inline const char* dataTypesName<double>() {
  return "CudaVec3d";
}

/// A state of points in space whose vectors solvers use on the device, in single or double precision.
///
/// To components that know no such state it is one of Vec3: they see host views, which are copied where they are not up
/// to date, and so are the device's values after they wrote.
template <class Real>
class CudaMechanicalObject final : public component::statecontainer::MechanicalObject<type::Vec3Types> {
 public:
  using Base = component::statecontainer::MechanicalObject<type::Vec3Types>;
  using CoordId = core::VecCoordId;
  using DerivId = core::VecDerivId;

  CudaMechanicalObject();

  static std::string staticTemplateName() { return cuda::dataTypesName<Real>(); }
  /// Only where a scene asks for it: other states of a node do not follow one above.
  static bool canCreate(core::Node& node, const core::ComponentDescription& description, std::string& why);
  std::string dataTypesName() const override { return staticTemplateName(); }
  std::string hostTypesName() const override { return Base::dataTypesName(); }

  // What kernels of components work on: 3 size() reals.
  const Real* deviceRead(CoordId id) const { return vector(id).deviceRead(); }
  const Real* deviceRead(DerivId id) const { return vector(id).deviceRead(); }
  Real* deviceWrite(CoordId id) { return vector(id).deviceWrite(); }
  Real* deviceWrite(DerivId id) { return vector(id).deviceWrite(); }

  void resize(std::size_t size) override;
  void followPoints(const core::ElementChange& points) override;
  bool has(CoordId id) const override { return isThere(m_coords.find(id.index)); }
  bool has(DerivId id) const override { return isThere(m_derivs.find(id.index)); }
  // Not counted: what kernels write is no change of the Data.
  std::optional<int> changes(CoordId) const override { return {}; }
  std::optional<int> changes(DerivId) const override { return {}; }
  void allocate(CoordId id) override { vector(id).resize(size()); }
  void allocate(DerivId id) override { vector(id).resize(size()); }
  void release(CoordId id) override { vector(id).resize(0); }
  void release(DerivId id) override { vector(id).resize(0); }

  const VecCoord& coords(CoordId id) const override { return vector(id).hostRead(); }
  const VecDeriv& derivs(DerivId id) const override { return vector(id).hostRead(); }
  VecCoord& writeCoords(CoordId id) override { return vector(id).hostWrite(); }
  VecDeriv& writeDerivs(DerivId id) override { return vector(id).hostWrite(); }
  core::VectorStorage storage(CoordId id) const override { return vector(id).storage(); }
  core::VectorStorage storage(DerivId id) const override { return vector(id).storage(); }

  void clear(DerivId v) override;
  void copy(DerivId out, DerivId v) override;
  void copy(CoordId out, CoordId x) override;
  void scale(DerivId v, double factor) override;
  void sum(DerivId out, DerivId a, DerivId b, double factor) override;
  double dot(DerivId a, DerivId b) const override;
  double dot(CoordId a, CoordId b) const override;
  void difference(DerivId out, CoordId a, CoordId b) override;
  double squaredDistance(CoordId a, CoordId b) const override;
  double stepAndResidual(DerivId s, DerivId p, DerivId r, DerivId q, double alpha) override;
  void integrate(CoordId out, CoordId x, DerivId d, double factor) override;
  void threshold(DerivId v, double t) override;
  void addExternalForce(DerivId f) override;
  double largestMagnitude(CoordId x) const override;
  double largestMagnitude(DerivId v) const override;
  void includePoints(type::BoundingBox& box, CoordId x) const override;

 private:
  using Vector = MirroredVector<Real>;
  /// By the number of their id. Those of solvers come into being when they are asked for.
  using Vectors = core::SolverVectors<Vector>;
  static bool isThere(Vector* vector) { return vector && vector->size() > 0; }
  Vector& vector(CoordId id) const;
  Vector& vector(DerivId id) const;
  static std::size_t common(Vector& a, Vector& b) { return 3 * std::min(a.size(), b.size()); }

  mutable Vectors m_coords, m_derivs;
};

extern template class CudaMechanicalObject<float>;
extern template class CudaMechanicalObject<double>;

/// The state as one of that precision; null if a link was set to another one.
template <class Real>
CudaMechanicalObject<Real>* asCuda(core::BaseState* state) {
  return dynamic_cast<CudaMechanicalObject<Real>*>(state);
}

/// The state that `attribute` (default: the context's) stands for, if it is one of that precision; else `why` says so.
template <class Real>
bool findsCudaState(core::Node& node, const core::ComponentDescription& description, std::string_view attribute,
                    std::string& why) {
  const auto fits = [](const core::BaseState& s) {
    return dynamic_cast<const CudaMechanicalObject<Real>*>(&s) != nullptr;
  };
  const core::BaseState* state = description.has(attribute) ? core::findState(node, description.get(attribute), fits)
                                                            : core::mechanicalState(node);
  if (state && fits(*state)) return true;
  why = fmt::format("there is no mechanical state of type {}", dataTypesName<Real>());
  return false;
}

}  // namespace sofa::cuda
