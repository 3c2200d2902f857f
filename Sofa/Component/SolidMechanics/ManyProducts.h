// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <algorithm>
#include <type_traits>
#include <utility>

#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/FiniteElement/PairStiffness.h"

namespace sofa::fem {
class TetraKernel;
}

namespace sofa::component::solidmechanics {

/// The products of a kernel with its tangent: element by element or, for kernels that say that it pays, by pairs of
/// points. Pairs cost about as much as two products to set, so they wait for a few products, or for a tangent after one
/// that saw many; to arrange them anew takes many times that, so they wait for some steps after the mesh changed. Which
/// form is used depends on numbers of products and of tangents only, which a resumed run therefore reads.
template <class Kernel>
class ManyProducts {
 public:
  void tangentMoved() {
    m_before = std::exchange(m_now, 0);
    m_isSet = false;
    if (m_wait > 0) --m_wait;
  }
  void meshChanged() { m_wait = 20; }
  template <class Change, class Force>
  void add(const Kernel& kernel, const Change& dx, Force& df, double factor) {
    if constexpr (requires { requires Kernel::hasPairs; }) {
      constexpr unsigned many = 6;
      const auto* withPairs = kernelWithPairs(kernel);
      if (withPairs && pays(*withPairs) && std::max(m_before, ++m_now) > many && m_wait == 0) {
        if (!std::exchange(m_isSet, true)) withPairs->addStiffness(m_pairs);
        return m_pairs.addProduct(dx, df, factor);
      }
    }
    kernel.addDForce(dx, df, factor);
  }
  void reset() {
    m_now = m_before = m_wait = 0;
    m_isSet = false;
  }
  /// The tangent itself is not kept: a run is resumed before the next one.
  void archive(core::Archive& archive) {
    archive.io(m_now);
    archive.io(m_wait);
  }

 private:
  static const auto* kernelWithPairs(const Kernel& kernel) {
    if constexpr (requires { kernel.packedKernel(); })
      return kernel.packedKernel();
    else
      return &kernel;
  }

  /// Corotational tetrahedra are read as fast as their pairs where neither fits the caches.
  template <class Any>
  static bool pays(const Any& kernel) {
    constexpr std::size_t large = 150000;
    return !std::is_same_v<Any, fem::TetraKernel> || kernel.elementCount() < large;
  }

  unsigned m_now = 0, m_before = 0;  ///< products of this tangent and the one before
  unsigned m_wait = 0;               ///< tangents until the mesh counts as one that stays
  bool m_isSet = false;
  fem::PairStiffness m_pairs;
};

}  // namespace sofa::component::solidmechanics
