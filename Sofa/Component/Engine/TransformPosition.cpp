// SPDX-License-Identifier: Apache-2.0
#include <unordered_set>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::engine {
namespace {

/// The 48-bit linear congruential generator of POSIX (drand48), of which the upper 32 bits are used.
class Rand48 {
 public:
  explicit Rand48(std::uint32_t seed) : m_state(std::uint64_t{seed} << 16 | 0x330E) {}
  /// Evenly in [0, 1).
  double next() {
    m_state = (m_state * 0x5DEECE66D + 0xB) & 0xFFFFFFFFFFFF;
    return static_cast<double>(m_state >> 16) / 4294967296.0;
  }

 private:
  std::uint64_t m_state;
};

struct AffineMap {
  type::Mat3 linear = type::Mat3::Identity();
  type::Vec3 shift = type::Vec3::Zero();
  type::Vec3 operator()(const type::Vec3& p) const { return linear * p + shift; }
};

/// All numbers behind `key` (from the start if it is empty) up to something else.
std::vector<double> numbersBehind(std::string_view text, std::string_view key) {
  std::size_t at = text.find(key);
  while (at != text.npos && at > 0 && !key.empty() && std::isalpha(static_cast<unsigned char>(text[at - 1])))
    at = text.find(key, at + 1);  // within a longer word
  std::vector<double> numbers;
  if (at == text.npos) return numbers;
  type::TextReader in(text.substr(at + key.size()));
  for (double x = 0; in.read(x);) numbers.push_back(x);
  return numbers;
}

}  // namespace

/// Moves points by one of several methods, all affine but `random`, which displaces each coordinate by chance. What a
/// transformation file means depends on its extension: .tfm (ITK: matrix, translation, centre), .trm (translation, then
/// matrix), .xfm and .txt (rows of matrix and translation).
class TransformPosition final : public Engine {
 public:
  Data<Vec3> d_origin{this, "origin", Vec3::Zero(), "point of the plane (projectOnPlane)", input};
  List<Vec3> d_inputPosition{this, "input_position", {}, "points to transform", input};
  List<Vec3> d_outputPosition{this, "output_position", {}, "transformed points", output};
  Data<Vec3> d_normal{this, "normal", Vec3::Zero(), "normal of the plane, of any length (projectOnPlane)", input};
  Data<Vec3> d_translation{this, "translation", Vec3::Zero(), "translation", input};
  Data<Vec3> d_rotation{this, "rotation", Vec3::Zero(), "rotation about fixed X, then Y, then Z (degrees)", input};
  Data<Vec3> d_scale{this, "scale", Vec3::Ones(), "factor of each axis, about the origin of space", input};
  Data<type::Mat4> d_matrix{this, "matrix", type::Mat4::Identity(), "affine transformation, row by row", input};
  Data<type::OptionGroup> d_method{
      this, "method",
      type::OptionGroup({"projectOnPlane", "translation", "rotation", "random", "scale", "scaleTranslation",
                         "scaleRotationTranslation", "affine", "fromFile"}),
      "what is done to the points"};
  Data<std::int64_t> d_seedValue{this, "seedValue", 0, "seed of the random numbers; the same seed, the same points"};
  Data<double> d_maxRandomDisplacement{this, "maxRandomDisplacement", 1.0, "largest displacement along an axis"};
  List<Index> d_fixedIndices{this, "fixedIndices", {}, "points that stay", input};
  Data<std::string> d_filename{this, "filename", "", "file with the transformation (fromFile)"};
  Data<bool> d_drawInput{this, "drawInput", false, "draws the points before", visual};
  Data<bool> d_drawOutput{this, "drawOutput", false, "draws the points after", visual};
  Data<double> d_pointSize{this, "pointSize", 1.0, "diameter of drawn points (pixels)", visual};

  static std::string staticTemplateName() { return type::Vec3Types::name(); }

  void draw(core::DrawList& list) const override {
    const float size = static_cast<float>(d_pointSize.value());
    if (d_drawInput.value()) list.points(d_inputPosition.value(), size, {0.8f, 0.2f, 0.2f, 1});
    if (d_drawOutput.value()) list.points(d_outputPosition.value(), size, {0.2f, 0.8f, 0.2f, 1});
  }

 protected:
  void doUpdate() override {
    const auto& before = d_inputPosition.value();
    auto& after = d_outputPosition.edit();
    after = before;
    if (d_method.value().is("random")) {
      Rand48 random(static_cast<std::uint32_t>(d_seedValue.value()));
      for (Vec3& p : after)
        for (int axis = 2; axis >= 0; --axis) p[axis] += d_maxRandomDisplacement.value() * (2 * random.next() - 1);
    } else if (const auto map = affineMap()) {
      for (Vec3& p : after) p = (*map)(p);
    }
    forEachValid(d_fixedIndices, after.size(), [&](Index i) { after[i] = before[i]; });
  }

 private:
  std::optional<AffineMap> affineMap() const {
    const std::string& method = d_method.value().selected();
    if (method == "projectOnPlane") return projection();
    if (method == "fromFile") return fromFile();
    const type::Mat4& matrix = d_matrix.value();
    if (method == "affine") return AffineMap{matrix.topLeftCorner<3, 3>(), matrix.topRightCorner<3, 1>()};
    AffineMap map;
    if (method.starts_with("scale")) map.linear = d_scale.value().asDiagonal();
    if (method == "rotation" || method == "scaleRotationTranslation")
      map.linear = type::toMatrix(type::fromEulerDegrees(d_rotation.value())) * map.linear;
    if (method.ends_with("ranslation")) map.shift = d_translation.value();
    return map;
  }

  std::optional<AffineMap> projection() const {
    const double length = d_normal.value().norm();
    if (!(length > 0)) {
      error("normal is 0 0 0: a plane to project on needs one. The points stay where they are.");
      return std::nullopt;
    }
    const Vec3 n = d_normal.value() / length;
    return AffineMap{type::Mat3::Identity() - n * n.transpose(), n * n.dot(d_origin.value())};
  }

  std::optional<AffineMap> fromFile() const {
    const std::string& name = d_filename.value();
    const auto file = helper::ResourcePath::data().find(name, folder());
    const auto text = file && !name.empty() ? helper::readFile(*file) : std::nullopt;
    if (!text) {
      error("filename: '{}' cannot be read; it was searched in {}. The points stay where they are.", name,
            helper::ResourcePath::data().describe(folder()));
      return std::nullopt;
    }
    const bool itk = name.ends_with(".tfm"), translationFirst = name.ends_with(".trm");
    const auto numbers = numbersBehind(*text, itk ? "Parameters:" : name.ends_with(".xfm") ? "Linear_Transform =" : "");
    if (numbers.size() < 12) {
      error("filename: '{}' holds {} numbers of a transformation instead of 12. The points stay where they are.", name,
            numbers.size());
      return std::nullopt;
    }
    AffineMap map;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) {
        const int place = itk                ? (c < 3 ? 3 * r + c : 9 + r)
                          : translationFirst ? (c < 3 ? 3 + 3 * r + c : r)
                                             : 4 * r + c;
        (c < 3 ? map.linear(r, c) : map.shift[r]) = numbers[static_cast<std::size_t>(place)];
      }
    const auto centre = itk ? numbersBehind(*text, "FixedParameters:") : std::vector<double>{};
    if (centre.size() >= 3) {
      const Vec3 c(centre[0], centre[1], centre[2]);
      map.shift += c - map.linear * c;
    }
    return map;
  }
};

namespace {
const auto registered = core::Register("TransformPosition", "Sofa.Component.Engine.Transform",
                                       "projects, moves, turns, scales or shakes points")
                            .add<TransformPosition>(true);
}  // namespace
}  // namespace sofa::component::engine
