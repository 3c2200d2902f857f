// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "Sofa/Type/Vec.h"

namespace sofa::core {

class Base;
class ElementChange;

/// The kinds of elements that come and go while a scene runs.
enum class ElementKind : std::uint8_t { point, edge, triangle, quad, tetrahedron, hexahedron };
inline constexpr std::size_t elementKinds = 6;

template <class Element>
constexpr ElementKind kindOf() {
  if constexpr (std::is_same_v<Element, type::Edge>)
    return ElementKind::edge;
  else if constexpr (std::is_same_v<Element, type::Triangle>)
    return ElementKind::triangle;
  else if constexpr (std::is_same_v<Element, type::Quad>)
    return ElementKind::quad;
  else if constexpr (std::is_same_v<Element, type::Tetrahedron>)
    return ElementKind::tetrahedron;
  else {
    static_assert(std::is_same_v<Element, type::Hexahedron>, "prisms and pyramids stay as they are");
    return ElementKind::hexahedron;
  }
}

/// What the value of an element that was added starts from.
enum class NewValue : std::uint8_t {
  usual,  ///< that of a value-initialised object: 0, an empty text
  copy,   ///< the value of its first ancestor; without ancestors the first value of the list
  mean,   ///< the weighted mean of its ancestors, scalar by scalar; of what is no number, copy
  made    ///< a function writes it
};

/// How a Data follows the changes of a mesh: that of the link `topology` of its owner, else the one its node uses
/// (docs/manual/topology.md, "Following a mesh"). Part of what its declaration says, so that Data pay nothing for it:
///     Data<std::vector<double>> d_damage{this, "damage", {}, "damage", {.follows = perElement<type::Tetrahedron>()}};
struct Following {
  enum class What : std::uint8_t {
    nothing,
    indices,  ///< a list of numbers of elements: those that go leave the list, the others take the new numbers
    values    ///< one value per element
  };
  using Make = void (*)(Base& owner, void* values, const ElementChange& change);

  What what = What::nothing;
  ElementKind kind = ElementKind::point;
  NewValue newValue = NewValue::usual;
  bool oneForAll = false;  ///< a list of one value is meant for all elements and stays
  Make make = nullptr;     ///< writes the last change.added() values

  explicit operator bool() const { return what != What::nothing; }
  bool operator==(const Following&) const = default;
};

inline constexpr Following pointIndices{Following::What::indices, ElementKind::point};
template <class Element>
inline constexpr Following elementIndices{Following::What::indices, kindOf<Element>()};

constexpr Following perPoint(NewValue newValue = NewValue::usual) {
  return {Following::What::values, ElementKind::point, newValue};
}
template <class Element>
constexpr Following perElement(NewValue newValue = NewValue::usual) {
  return {Following::What::values, kindOf<Element>(), newValue};
}

/// One value per element, or one for all.
template <class Element>
constexpr Following perElementOrOne(NewValue newValue = NewValue::copy) {
  return {Following::What::values, kindOf<Element>(), newValue, true};
}

namespace detail {
template <auto function>
struct Maker;
template <class Owner, class Value, void (*function)(Owner&, std::vector<Value>&, const ElementChange&)>
struct Maker<function> {
  static void make(Base& owner, void* values, const ElementChange& change) {
    function(dynamic_cast<Owner&>(owner), *static_cast<std::vector<Value>*>(values), change);
  }
};
}  // namespace detail

/// New values by a static member function of the owner, which finds the list as long as it has to be:
///     {.follows = madeBy<&Brake::makeDamage>(perPoint())}
template <auto function>
constexpr Following madeBy(Following following) {
  following.newValue = NewValue::made;
  following.make = &detail::Maker<function>::make;
  return following;
}

}  // namespace sofa::core
