// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Type/PrimitiveGroup.h"

#include <cctype>

namespace sofa::type {
namespace {

constexpr std::string_view none = "-";

void writeWord(std::string& out, std::string_view word) {
  if (word.empty()) word = none;
  for (const char c : word) out += std::isspace(static_cast<unsigned char>(c)) ? '_' : c;
}

std::string readWord(TextReader& in) {
  const std::string_view word = in.word();
  return word == none ? std::string() : std::string(word);
}

}  // namespace

bool TextTraits<PrimitiveGroup>::read(TextReader& in, PrimitiveGroup& value) {
  PrimitiveGroup group;
  group.groupName = readWord(in);
  group.materialName = readWord(in);
  if (!in.read(group.materialId) || !in.read(group.first) || !in.read(group.count)) return false;
  value = std::move(group);
  return true;
}

void TextTraits<PrimitiveGroup>::write(std::string& out, const PrimitiveGroup& value, int) {
  writeWord(out, value.groupName);
  out += ' ';
  writeWord(out, value.materialName);
  for (const int number : {value.materialId, value.first, value.count}) {
    out += ' ';
    writeScalar(out, static_cast<std::int64_t>(number));
  }
}

}  // namespace sofa::type
