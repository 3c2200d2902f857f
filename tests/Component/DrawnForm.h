// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <gtest/gtest.h>

#include <initializer_list>
#include <ostream>
#include <string_view>
#include <vector>

#include "Component/SceneText.h"
#include "Sofa/Core/Contract/DrawList.h"

namespace sofa::tests {

/// What a component describes of itself while the named flags are shown.
class DrawnForm {
 public:
  using Vec3 = type::Vec3;
  using Bytes = std::array<int, 4>;
  struct Corner {
    Vec3 position;
    Bytes color;
    float size;
    bool operator==(const Corner&) const = default;
  };
  /// A sphere, cylinder, cone or cube: where its unit shape's origin and the ends of its axes are taken from there.
  struct Solid {
    Vec3 origin;
    std::array<Vec3, 3> axes;
    Bytes color;
  };

  explicit DrawnForm(const core::Component& component, std::initializer_list<std::string_view> shown = {}) {
    type::DisplayFlags flags;
    for (const auto word : shown) EXPECT_TRUE(flags.apply(word)) << word;
    list.begin(component, flags);
    component.draw(list);
  }

  bool empty() const { return list.empty(); }
  std::vector<Corner> points() const { return corners(core::DrawList::Primitive::points); }
  /// Two per line, three per triangle.
  std::vector<Corner> lines() const { return corners(core::DrawList::Primitive::lines); }
  std::vector<Corner> triangles() const { return corners(core::DrawList::Primitive::triangles); }
  std::vector<Solid> solids(core::DrawList::Shape shape) const {
    std::vector<Solid> all;
    for (const auto& g : list.glyphs(shape)) {
      const auto column = [&](int c) { return Vec3(g.matrix[c], g.matrix[4 + c], g.matrix[8 + c]); };
      all.push_back({column(3), {column(0), column(1), column(2)}, bytes(g.rgba)});
    }
    return all;
  }
  std::vector<Solid> spheres() const { return solids(core::DrawList::Shape::sphere); }
  /// Everything that is drawn, in pieces.
  std::size_t count() const {
    std::size_t n = list.texts().size() + list.labels().size();
    for (const auto& b : list.batches()) n += b.vertices.size();
    for (const auto shape : {core::DrawList::Shape::sphere, core::DrawList::Shape::cylinder,
                             core::DrawList::Shape::cone, core::DrawList::Shape::cube})
      n += list.glyphs(shape).size();
    return n;
  }

  core::DrawList list;

 private:
  static Bytes bytes(const std::uint8_t (&c)[4]) { return {c[0], c[1], c[2], c[3]}; }
  std::vector<Corner> corners(core::DrawList::Primitive primitive) const {
    std::vector<Corner> all;
    for (const auto& b : list.batches())
      if (b.primitive == primitive)
        for (const auto& v : b.vertices)
          all.push_back({Vec3(v.position[0], v.position[1], v.position[2]), bytes(v.rgba), b.size});
    return all;
  }
};

inline DrawnForm::Bytes rgb(double r, double g, double b, double a = 1) {
  const auto byte = [](double x) { return static_cast<int>(x * 255 + 0.5); };
  return {byte(r), byte(g), byte(b), byte(a)};
}

inline void expectAt(const type::Vec3& actual, const type::Vec3& expected) {
  EXPECT_LT((actual - expected).norm(), 1e-5) << actual.transpose() << " instead of " << expected.transpose();
}

}  // namespace sofa::tests
