// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/KeywordSpringText.h"

#include <algorithm>

namespace sofa::component::solidmechanics {

bool readKeywordSpring(type::TextReader& in, std::span<type::Index> points, std::span<const KeywordField> fields) {
  if (in.word() != "BEGIN_SPRING") return false;
  for (type::Index& point : points)
    if (!in.read(point)) return false;
  for (;;) {
    const std::string_view word = in.word();
    if (word == "END_SPRING") return true;
    const auto field = std::ranges::find(fields, word, &KeywordField::key);
    if (field == fields.end()) return false;
    for (int i = 0; i < field->count; ++i)
      if (!in.read(field->values[i])) return false;
    if (field->given) *field->given = true;
  }
}

void writeKeywordSpring(std::string& out, std::span<const type::Index> points, std::span<const KeywordField> fields,
                        int precision) {
  out += "BEGIN_SPRING";
  for (const type::Index point : points) out += ' ' + std::to_string(point);
  for (const KeywordField& field : fields) {
    if (field.given && !*field.given) continue;
    (out += ' ') += field.key;
    for (int i = 0; i < field.count; ++i) {
      out += ' ';
      type::writeScalar(out, field.values[i], precision);
    }
  }
  out += " END_SPRING";
}

}  // namespace sofa::component::solidmechanics
