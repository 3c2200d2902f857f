// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// input - substractor, point by point.
template <class DataTypes>
class DifferenceEngine final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  List<Coord> d_input{this, "input", {}, "vectors", input};
  List<Coord> d_substractor{this, "substractor", {}, "vectors to subtract, as many", input};
  List<Coord> d_output{this, "output", {}, "differences", output};
  static std::string staticTemplateName() { return DataTypes::name(); }

 protected:
  void doUpdate() override {
    const auto &a = d_input.value(), &b = d_substractor.value();
    auto& result = d_output.edit();
    result.clear();
    if (a.size() != b.size())
      return warning("input has {} vectors and substractor {}: they have no difference.", a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - b[i]);
  }
};

/// The sum of vectors.
template <class DataTypes>
class SumEngine final : public Engine {
 public:
  using Coord = typename DataTypes::Coord;
  List<Coord> d_input{this, "input", {}, "vectors", input};
  Data<Coord> d_output{this, "output", Coord::Zero(), "their sum", output};
  static std::string staticTemplateName() { return DataTypes::name(); }

 protected:
  void doUpdate() override {
    Coord sum = Coord::Zero();
    for (const Coord& x : d_input.value()) sum += x;
    d_output.set(sum);
  }
};

/// The p-norm of each vector, p being normType: negative stands for infinity, 0 counts what is not zero.
class NormEngine final : public Engine {
 public:
  List<Vec3> d_input{this, "input", {}, "vectors", input};
  List<double> d_output{this, "output", {}, "their norms", output};
  Data<int> d_normType{this, "normType", 2, "which norm: p, 0 for the number of entries, negative for the largest",
                       input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto& norms = d_output.edit();
    norms.clear();
    for (const Vec3& v : d_input.value()) norms.push_back(norm(v, d_normType.value()));
  }

 private:
  static double norm(const Vec3& v, int p) {
    if (p < 0) return v.cwiseAbs().maxCoeff();
    if (p == 0) return static_cast<double>((v.array() != 0).count());
    if (p == 2) return v.norm();
    return std::pow(v.array().abs().pow(p).sum(), 1.0 / p);
  }
};

namespace {
const auto registered = std::array{
    core::Register("DifferenceEngine", "Sofa.Component.Engine.Transform", "difference of two lists of vectors")
        .addAll<DifferenceEngine, type::Vec3Types, type::Vec1Types>(true),
    core::Register("SumEngine", "Sofa.Component.Engine.Analyze", "sum of a list of vectors")
        .addAll<SumEngine, type::Vec3Types, type::Vec1Types>(true),
    core::Register("NormEngine", "Sofa.Component.Engine.Generate", "norms of a list of vectors").add<NormEngine>(true),
};
}  // namespace
}  // namespace sofa::component::engine
