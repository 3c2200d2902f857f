// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Compatibility/Author.h"

#include <sstream>
#include <typeinfo>

#include "Sofa/Type/Text.h"

namespace sofa::type {

/// A type that streams read and write and that has no other text form: Data of code written for SOFA hold such values.
template <class T>
concept Streamed =
    std::is_class_v<T> && !isFlat<T> && requires(std::istream & in, std::ostream& out, T& value, const T& read) {
  in >> value;
  out << read;
};

template <Streamed T>
struct TextTraits<T> {
  static std::string name() { return typeid(T).name(); }
  static bool read(TextReader& in, T& value) {
    const auto text = in.rest();
    std::istringstream stream{std::string(text)};
    if (!(stream >> value)) return false;
    const auto place = stream.eof() ? std::streampos(-1) : stream.tellg();
    in.advance(place < 0 ? text.size() : static_cast<std::size_t>(place));
    return true;
  }
  static void write(std::string& out, const T& value, int precision) {
    std::ostringstream stream;
    stream.precision(precision > 0 ? precision : 17);
    stream << value;
    out += stream.str();
  }
};

}  // namespace sofa::type
