// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>

#include "Sofa/Type/Text.h"

namespace sofa::component::solidmechanics {

/// A keyword of a spring's text with the numbers that follow it.
struct KeywordField {
  std::string_view key;
  double* values;
  int count;
  bool* given = nullptr;  ///< set when the keyword is read
};

/// Reads "BEGIN_SPRING point... [KEYWORD number...]... END_SPRING", keywords in any order. False at anything else; what
/// was read before stays.
bool readKeywordSpring(type::TextReader& in, std::span<type::Index> points, std::span<const KeywordField> fields);
void writeKeywordSpring(std::string& out, std::span<const type::Index> points, std::span<const KeywordField> fields,
                        int precision);

/// What is read and written by these two: Spring has an array `points` and a function fields() that lists its keywords.
/// Every spring of a list starts as the one before it, as far as Spring::continues(previous) takes it over.
template <class Spring>
struct KeywordSpringTraits {
  static bool read(type::TextReader& in, Spring& spring) {
    const auto fields = spring.fields();
    return readKeywordSpring(in, spring.points, fields);
  }
  static void write(std::string& out, const Spring& spring, int precision) {
    Spring copy = spring;
    const auto fields = copy.fields();
    writeKeywordSpring(out, copy.points, fields, precision);
  }
};

template <class Spring>
struct KeywordSpringListTraits {
  static std::string name() { return "vector<" + type::TextTraits<Spring>::name() + ">"; }
  static bool read(type::TextReader& in, std::vector<Spring>& springs) {
    springs.clear();
    while (!in.atEnd()) {
      Spring spring;
      if constexpr (requires { spring.continues(spring); })
        if (!springs.empty()) spring.continues(springs.back());
      if (!KeywordSpringTraits<Spring>::read(in, spring)) return false;
      springs.push_back(spring);
    }
    return true;
  }
  static void write(std::string& out, const std::vector<Spring>& springs, int precision) {
    for (const Spring& spring : springs) {
      if (!out.empty()) out += ' ';
      KeywordSpringTraits<Spring>::write(out, spring, precision);
    }
  }
};

}  // namespace sofa::component::solidmechanics
