// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Core/ObjectModel/RecordList.h"
#include "Sofa/FiniteElement/BeamElement.h"

namespace sofa::type {

/// A beam's section in scenes: youngModulus poissonRatio radius radiusInner length.
template <>
struct TextTraits<fem::BeamSection> {
  static std::string name() { return "BeamSection"; }
  static bool read(TextReader& in, fem::BeamSection& s) {
    return in.read(s.youngModulus) && in.read(s.poissonRatio) && in.read(s.radius) && in.read(s.radiusInner) &&
           in.read(s.length);
  }
  static void write(std::string& out, const fem::BeamSection& s, int precision) {
    writeScalar(out, s.youngModulus, precision);
    for (const double value : {s.poissonRatio, s.radius, s.radiusInner, s.length}) {
      out += ' ';
      writeScalar(out, value, precision);
    }
  }
};

}  // namespace sofa::type

template <>
class sofa::core::detail::TypeInfoOf<std::vector<sofa::fem::BeamSection>> final
    : public RecordListInfo<fem::BeamSection, &fem::BeamSection::youngModulus, &fem::BeamSection::poissonRatio,
                            &fem::BeamSection::radius, &fem::BeamSection::radiusInner, &fem::BeamSection::length> {};
