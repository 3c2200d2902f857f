// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/RecordList.h"
#include "Sofa/FiniteElement/SpringKernel.h"

namespace sofa::type {

/// A spring in scenes: index1 index2 stiffness damping restLength.
template <>
struct TextTraits<fem::LinearSpring> {
  static std::string name() { return "LinearSpring"; }
  static bool read(TextReader& in, fem::LinearSpring& s) {
    return in.read(s.first) && in.read(s.second) && in.read(s.stiffness) && in.read(s.damping) && in.read(s.restLength);
  }
  static void write(std::string& out, const fem::LinearSpring& s, int precision) {
    out += std::to_string(s.first) + ' ' + std::to_string(s.second);
    for (const double value : {s.stiffness, s.damping, s.restLength}) {
      out += ' ';
      writeScalar(out, value, precision);
    }
  }
};

}  // namespace sofa::type

template <>
class sofa::core::detail::TypeInfoOf<std::vector<sofa::fem::LinearSpring>> final
    : public RecordListInfo<fem::LinearSpring, &fem::LinearSpring::first, &fem::LinearSpring::second,
                            &fem::LinearSpring::stiffness, &fem::LinearSpring::damping,
                            &fem::LinearSpring::restLength> {};
