// SPDX-License-Identifier: Apache-2.0
#include <Sofa/Core/Contract/EnergyForceField.h>
#include <Sofa/Core/Service/ObjectFactory.h>

#include "AffineTypes.h"

namespace affine {
namespace core = sofa::core;

/// Resists every change of shape: E = k V |A^T A - 1|^2.
class AffineStiffness : public core::EnergyForceField<AffineStiffness, Types, 1> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 1e5, "k (Pa)"};
  core::Data<double> d_volume{this, "volume", 1.0, "of a body (m^3)"};

  std::size_t elementCount() const { return mstate() ? mstate()->size() : 0; }
  std::array<sofa::type::Index, 1> elementNodes(std::size_t e) const { return {static_cast<sofa::type::Index>(e)}; }

  template <class S>
  S energy(std::size_t, const std::array<sofa::type::Vec<12, S>, 1>& x) const {
    S sum(0);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) {
        S c(i == j ? -1 : 0);
        for (int k = 0; k < 3; ++k) c += x[0][3 + 3 * i + k] * x[0][3 + 3 * j + k];
        sum += c * c * (i == j ? 1.0 : 2.0);
      }
    return sum * (d_stiffness.value() * d_volume.value());
  }
};

namespace {
const auto registered =
    core::Register("AffineStiffness", "AffineBodies", "what keeps affine bodies in shape").add<AffineStiffness>();
}  // namespace
}  // namespace affine
