// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "Sofa/FiniteElement/MaterialTangents.h"
#include "Sofa/FiniteElement/Simd.h"

namespace sofa::fem {

/// A material behind a virtual call per pack of points: compiled once, whatever elements take it. F is given in the
/// axes of the material.
class PointMaterial {
 public:
  virtual ~PointMaterial() = default;
  virtual Pack energy(const Matrix3<Pack>& f) const = 0;
  /// P = dW/dF.
  virtual void stress(const Matrix3<Pack>& f, Matrix3<Pack>& p) const = 0;
  /// a = d2W/dF2.
  virtual void tangent(const Matrix3<Pack>& f, TangentOfF<Pack>& a) const = 0;
  /// The closest matrix without negative eigenvalues, in the Frobenius norm.
  virtual void positiveTangent(const Matrix3<Pack>& f, TangentOfF<Pack>& a) const = 0;
  /// Whether it is a law of the small strain sym(F) - I.
  virtual bool isOfSmallStrain() const { return false; }
};

struct MaterialKind {
  std::string_view name;
  std::string_view parameters;  ///< their names
  std::size_t parameterCount;
  std::size_t defaultCount;  ///< how many of the last ones are 0 unless they are given
  std::unique_ptr<PointMaterial> (*make)(std::span<const double>);
};
/// What there is. Hooke is the law of small strains; the others are those of Hyperelastic.h and Guccione.h.
std::span<const MaterialKind> materialKinds();

}  // namespace sofa::fem
