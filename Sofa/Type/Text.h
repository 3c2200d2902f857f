// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "Sofa/Type/Rigid.h"
#include "Sofa/Type/TextReader.h"
#include "Sofa/Type/Values.h"

/// Text form of every value a Data can hold, as scenes write it (docs/manual/scenes.md, "Text formats").
///
/// TextTraits<T> has  name()                       as shown to users, e.g. "vector<Vec3d>"
///                    read(TextReader&, T&)        false if the text does not hold a T; what was read before stays
///                    write(std::string&, const T&, precision)   appends; precision 0 is the shortest text that reads
///                    back exactly
/// A plugin specialises it for its own value types.
namespace sofa::type {

template <class T>
struct TextTraits;

/// Values that are a fixed number of scalars of one type, contiguous in memory. size 0: not such a type.
template <class T>
struct FlatTraits {
  static constexpr int size = 0;
};
template <class T>
requires(std::is_arithmetic_v<T>) struct FlatTraits<T> {
  using Scalar = T;
  static constexpr int size = 1;
};
template <class T, int R, int C>
struct FlatTraits<Mat<R, C, T>> {
  using Scalar = T;
  static constexpr int size = R * C;
};
template <>
struct FlatTraits<Quat> {
  using Scalar = double;
  static constexpr int size = 4;
};
template <int N>
struct FlatTraits<RigidCoord<N>> {
  using Scalar = double;
  static constexpr int size = N == 3 ? 7 : 3;
};
template <class T>
requires std::is_base_of_v<Element<2>, T> || std::is_base_of_v<Element<3>, T> || std::is_base_of_v<Element<4>, T> ||
    std::is_base_of_v<Element<5>, T> || std::is_base_of_v<Element<6>, T> || std::is_base_of_v<Element<8>, T>
struct FlatTraits<T> {
  using Scalar = Index;
  static constexpr int size = sizeof(T) / sizeof(Index);
};
template <class T, std::size_t N>
requires(FlatTraits<T>::size > 0) struct FlatTraits<std::array<T, N>> {
  using Scalar = typename FlatTraits<T>::Scalar;
  static constexpr int size = static_cast<int>(N) * FlatTraits<T>::size;
};

template <class T>
inline constexpr bool isFlat = FlatTraits<T>::size > 0;

/// The scalars of a flat value.
template <class T>
auto* scalars(T& value) {
  using Scalar = typename FlatTraits<std::remove_const_t<T>>::Scalar;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const Scalar*, Scalar*>>(&value);
}

void writeScalar(std::string& out, double value, int precision);
void writeScalar(std::string& out, float value, int precision);
void writeScalar(std::string& out, std::int64_t value);
bool readBool(TextReader& in, bool& value);
/// Integers and the ranges a-b and a-b-step. False if a token had to be repaired.
bool readIndexList(TextReader& in, std::vector<std::int64_t>& values, bool isUnsigned);

template <class S>
void writeAnyScalar(std::string& out, S value, int precision) {
  if constexpr (std::is_floating_point_v<S>)
    writeScalar(out, value, precision);
  else
    writeScalar(out, static_cast<std::int64_t>(value));
}

/// Name of flat types in the spelling of scenes and documentation.
template <class T>
std::string flatName() {
  using S = typename FlatTraits<T>::Scalar;
  const char* scalar = std::is_same_v<S, bool>       ? "bool"
                       : std::is_same_v<S, float>    ? "float"
                       : std::is_floating_point_v<S> ? "double"
                       : std::is_unsigned_v<S>       ? "unsigned_int"
                                                     : "int";
  if constexpr (std::is_arithmetic_v<T>) {
    return scalar;
  } else if constexpr (std::is_same_v<T, Quat>) {
    return "Quatd";
  } else if constexpr (std::is_same_v<T, RigidCoord<3>>) {
    return "RigidCoord3d";
  } else if constexpr (std::is_same_v<T, RigidCoord<2>>) {
    return "RigidCoord2d";
  } else if constexpr (std::is_same_v<T, Edge>) {
    return "Edge";
  } else if constexpr (std::is_same_v<T, Triangle>) {
    return "Triangle";
  } else if constexpr (std::is_same_v<T, Quad>) {
    return "Quad";
  } else if constexpr (std::is_same_v<T, Tetrahedron>) {
    return "Tetrahedron";
  } else if constexpr (std::is_same_v<T, Pyramid>) {
    return "Pyramid";
  } else if constexpr (std::is_same_v<T, Prism>) {
    return "Prism";
  } else if constexpr (std::is_same_v<T, Hexahedron>) {
    return "Hexahedron";
  } else {
    const char suffix = std::is_same_v<S, float>      ? 'f'
                        : std::is_floating_point_v<S> ? 'd'
                        : std::is_unsigned_v<S>       ? 'I'
                                                      : 'i';
    if constexpr (requires { T::RowsAtCompileTime; })
      if constexpr (T::ColsAtCompileTime > 1)
        return "Mat" + std::to_string(T::RowsAtCompileTime) + "x" + std::to_string(T::ColsAtCompileTime) + suffix;
    return "Vec" + std::to_string(FlatTraits<T>::size) + suffix;
  }
}

template <class T>
requires isFlat<T>
struct TextTraits<T> {
  using Scalar = typename FlatTraits<T>::Scalar;
  static std::string name() { return flatName<T>(); }
  static constexpr bool isMatrix = [] {
    if constexpr (requires { T::ColsAtCompileTime; })
      return T::ColsAtCompileTime > 1;
    else
      return false;
  }();

  static bool read(TextReader& in, T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      return readBool(in, value);
    } else if constexpr (isMatrix) {
      for (int r = 0; r < T::RowsAtCompileTime; ++r)
        for (int c = 0; c < T::ColsAtCompileTime; ++c) {
          in.skipAny("[],");
          if (!in.read(value(r, c))) return false;
        }
      in.skipAny("]");
      return true;
    } else {
      auto* s = scalars(value);
      for (int i = 0; i < FlatTraits<T>::size; ++i)
        if constexpr (std::is_same_v<Scalar, bool>) {
          if (!readBool(in, s[i])) return false;
        } else if (!in.read(s[i])) {
          return false;
        }
      return true;
    }
  }
  static void write(std::string& out, const T& value, int precision) {
    if constexpr (isMatrix) {
      for (int r = 0; r < T::RowsAtCompileTime; ++r) {
        out += r ? ",[" : "[";
        for (int c = 0; c < T::ColsAtCompileTime; ++c) {
          if (c) out += ' ';
          writeAnyScalar(out, value(r, c), precision);
        }
        out += ']';
      }
    } else {
      const auto* s = scalars(value);
      for (int i = 0; i < FlatTraits<T>::size; ++i) {
        if (i) out += ' ';
        writeAnyScalar(out, s[i], precision);
      }
    }
  }
};

/// Declares a TextTraits specialisation implemented in a source file.
#define SOFA_DECLARE_TEXT(T)                                            \
  template <>                                                           \
  struct TextTraits<T> {                                                \
    static std::string name();                                          \
    static bool read(TextReader& in, T& value);                         \
    static void write(std::string& out, const T& value, int precision); \
  };
SOFA_DECLARE_TEXT(std::string)
SOFA_DECLARE_TEXT(Color)
SOFA_DECLARE_TEXT(OptionGroup)
SOFA_DECLARE_TEXT(Material)
SOFA_DECLARE_TEXT(BoundingBox)
SOFA_DECLARE_TEXT(DisplayFlags)
SOFA_DECLARE_TEXT(TagSet)
SOFA_DECLARE_TEXT(RigidMass<2>)
SOFA_DECLARE_TEXT(RigidMass<3>)
SOFA_DECLARE_TEXT(std::vector<std::string>)
SOFA_DECLARE_TEXT(std::vector<bool>)
SOFA_DECLARE_TEXT(std::vector<int>)
SOFA_DECLARE_TEXT(std::vector<Index>)
SOFA_DECLARE_TEXT(std::set<int>)
#undef SOFA_DECLARE_TEXT

/// A vector's text is its elements until the end; an incomplete last element is dropped, a bad token stops the reading.
template <class T>
struct TextTraits<std::vector<T>> {
  static std::string name() { return "vector<" + TextTraits<T>::name() + ">"; }
  static bool read(TextReader& in, std::vector<T>& value) {
    value.clear();
    while (!in.atEnd()) {
      T element{};
      if (!TextTraits<T>::read(in, element)) return in.atEnd();
      value.push_back(std::move(element));
    }
    return true;
  }
  static void write(std::string& out, const std::vector<T>& value, int precision) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i) out += ' ';
      TextTraits<T>::write(out, value[i], precision);
    }
  }
};

/// Bracketed lists of lists: [[1, 2], [3]] or [1,2] [3].
template <class T>
struct TextTraits<std::vector<std::vector<T>>> {
  static std::string name() { return "vector<vector<" + TextTraits<T>::name() + ">>"; }
  static bool read(TextReader& in, std::vector<std::vector<T>>& value) {
    value.clear();
    in.skipSpaces();
    while (!in.atEnd()) {
      in.skipAny(",");
      while (in.skip('[')) in.skipSpaces();
      std::vector<T> inner;
      in.skipAny(",");
      while (!in.atEnd() && in.peek() != ']') {
        T element{};
        if (!TextTraits<T>::read(in, element)) return false;
        inner.push_back(element);
        in.skipAny(",");
      }
      value.push_back(std::move(inner));
      in.skipAny("],");
    }
    return true;
  }
  static void write(std::string& out, const std::vector<std::vector<T>>& value, int precision) {
    for (const auto& inner : value) {
      out += '[';
      for (std::size_t i = 0; i < inner.size(); ++i) {
        if (i) out += ',';
        TextTraits<T>::write(out, inner[i], precision);
      }
      out += ']';
    }
  }
};

/// One "key value" per line.
template <class K, class V>
struct TextTraits<std::map<K, V>> {
  static std::string name() { return "map<" + TextTraits<K>::name() + "," + TextTraits<V>::name() + ">"; }
  static bool read(TextReader& in, std::map<K, V>& value) {
    value.clear();
    while (!in.atEnd()) {
      const std::string_view line = in.rest().substr(0, in.rest().find('\n'));
      in.advance(line.size());
      TextReader words(line);
      const std::string_view key = words.word();
      TextReader keyText(key);
      K k{};
      V v{};
      if (!TextTraits<K>::read(keyText, k) || !TextTraits<V>::read(words, v)) return false;
      value[k] = std::move(v);
    }
    return true;
  }
  static void write(std::string& out, const std::map<K, V>& value, int precision) {
    for (const auto& [k, v] : value) {
      TextTraits<K>::write(out, k, precision);
      out += ' ';
      TextTraits<V>::write(out, v, precision);
      out += '\n';
    }
  }
};

/// Text of a value with 6 significant digits (logs), or exact for precision 0.
template <class T>
std::string toText(const T& value, int precision = 6) {
  std::string out;
  TextTraits<T>::write(out, value, precision);
  return out;
}

}  // namespace sofa::type
