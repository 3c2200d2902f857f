// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/Choice.h"

namespace sofa::tests {

namespace detail {

/// All numbers of the value times `factor`; what is zero everywhere becomes `instead`.
inline std::string scaled(const core::BaseData& data, double factor, double instead) {
  const auto& type = data.type();
  const void* value = data.rawValue();
  const std::size_t count = type.scalarCount(value);
  void* copy = const_cast<void*>(type.clone(value));
  bool isZero = true;
  for (std::size_t i = 0; i < count; ++i) isZero = isZero && type.get(value, i) == 0;
  for (std::size_t i = 0; i < count; ++i) type.set(copy, i, isZero ? instead : type.get(value, i) * factor);
  return type.write(copy, 0);
}

inline std::string withoutLast(const core::BaseData& data) {
  void* copy = const_cast<void*>(data.type().clone(data.rawValue()));
  data.type().setElementCount(copy, data.type().elementCount(copy) - 1);
  return data.type().write(copy, 0);
}

/// Text of a value that consists of numbers of several kinds, with those times `factor` that are not whole.
inline std::string scaledText(const std::string& text, double factor) {
  std::string changed;
  for (std::size_t i = 0; i < text.size();) {
    char* end = nullptr;
    const double number = std::strtod(text.c_str() + i, &end);
    const auto length = static_cast<std::size_t>(end - (text.c_str() + i));
    if (length == 0) {
      changed += text[i++];
      continue;
    }
    changed += number == std::floor(number) ? text.substr(i, length) : fmt::format(" {}", number * factor);
    i += length;
  }
  return changed;
}

}  // namespace detail

/// Other values that a scene may give to a Data, as text, the likeliest to be valid first. Empty where there is no
/// obvious one, as for names, files and lists that hold nothing.
inline std::vector<std::string> otherValues(const core::BaseData& data) {
  const auto& type = data.type();
  const void* value = data.rawValue();
  std::vector<std::string> others;
  if (const auto* words = core::allowedWords(data)) {
    const auto now = data.text();
    for (const auto& word : *words)
      if (word != now) others.push_back(word);
  } else if (type.scalarType() == core::ScalarType::boolean && !type.isList()) {
    others.push_back(type.get(value, 0) == 0 ? "1" : "0");
  } else if (type.scalar() == core::TypeInfo::Scalar::real && type.scalarCount(value) > 0) {
    others = {detail::scaled(data, 1.5, 0.1), detail::scaled(data, 0.75, 0.5)};
  } else if (type.scalar() == core::TypeInfo::Scalar::integer && type.isList()) {
    if (type.elementCount(value) > 1) others.push_back(detail::withoutLast(data));
  } else if (type.scalar() == core::TypeInfo::Scalar::integer) {
    for (const int step : {1, -1}) {
      void* copy = const_cast<void*>(type.clone(value));
      // Numbers that stand for "none" are no numbers of something.
      constexpr double large = 1e9;
      for (std::size_t i = 0; i < type.scalarCount(value); ++i)
        type.set(copy, i, type.get(value, i) > large ? 0 : type.get(value, i) + step);
      others.push_back(type.write(copy, 0));
    }
  } else if (type.scalar() == core::TypeInfo::Scalar::none) {
    const auto text = data.text(0), other = detail::scaledText(text, 1.5);
    if (other != text) others.push_back(other);
  }
  return others;
}

}  // namespace sofa::tests
