#include <Eigen/LU>
#include <Eigen/SVD>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/FiniteElement/Rotation.h"

namespace sofa::component::engine {

/// Where points would be if every cluster kept its shape: the rest shape of a cluster, moved and turned (or also
/// deformed linearly, by affineRatio) so that it fits best, and the mean over the clusters of a point. After M. Müller
/// et al., "Meshless deformations based on shape matching" (2005). Fixed points attract and stay.
class ShapeMatching final : public Engine {
 public:
  Data<Index> d_iterations{this, "iterations", 1, "how often shapes are fitted, each time to the result before"};
  Data<double> d_affineRatio{this, "affineRatio", 0.0, "0: rigid, 1: the best linear deformation"};
  Data<double> d_fixedWeight{this, "fixedweight", 1.0, "weight of fixed points"};
  List<Vec3> d_fixedPosition0{this, "fixedPosition0", {}, "fixed points at rest, numbered behind the others", input};
  List<Vec3> d_fixedPosition{this, "fixedPosition", {}, "fixed points", input};
  List<Vec3> d_position{this, "position", {}, "points; default: positions of the visible state", input};
  List<std::vector<Index>> d_cluster{this, "cluster", {}, "points of each cluster", input};
  List<Vec3> d_targetPosition{this, "targetPosition", {}, "where the points would be", output};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }
  static bool canCreate(auto& node, const core::ComponentDescription& description, std::string& why) {
    return core::checkState<type::Vec3Types>(node, description, "mstate", why);
  }

  void init() override {
    followPoints(d_position, "position");
    if (auto* rest = core::mechanicalState(*context())->findData("rest_position")) addInput(rest);
    connect();
  }

 protected:
  void doUpdate() override {
    const auto& rest = dynamic_cast<core::State<type::Vec3Types>&>(*core::mechanicalState(*context())).restPositions();
    auto& target = d_targetPosition.edit();
    target = d_position.value();
    std::vector<Vec3> x0 = rest;
    x0.resize(target.size(), Vec3::Zero());
    x0.insert(x0.end(), d_fixedPosition0.value().begin(), d_fixedPosition0.value().end());
    const std::size_t fixed = std::min(d_fixedPosition0.value().size(), d_fixedPosition.value().size());
    x0.resize(target.size() + fixed);
    if (!checkElements(d_cluster, x0.size())) return;
    std::vector<Vec3> sum, x = target;
    x.insert(x.end(), d_fixedPosition.value().begin(), d_fixedPosition.value().begin() + static_cast<long>(fixed));
    std::vector<double> count, weights(x.size(), 1.0);
    std::fill(weights.begin() + static_cast<long>(target.size()), weights.end(), d_fixedWeight.value());
    for (Index n = 0; n < d_iterations.value(); ++n) {
      sum.assign(x.size(), Vec3::Zero());  // what fixed points would do is not looked at
      count.assign(x.size(), 0);
      for (const auto& cluster : d_cluster.value())
        if (!cluster.empty()) fit(cluster, x0, x, weights, sum, count);
      for (std::size_t i = 0; i < target.size(); ++i)
        if (count[i] > 0) x[i] = sum[i] / count[i];
    }
    std::copy_n(x.begin(), target.size(), target.begin());
  }

 private:
  /// x0, x: rest and present places.
  void fit(const std::vector<Index>& cluster, const std::vector<Vec3>& x0, const std::vector<Vec3>& x,
           const std::vector<double>& weights, std::vector<Vec3>& sum, std::vector<double>& count) const {
    double total = 0;
    Vec3 centre0 = Vec3::Zero(), centre = Vec3::Zero();
    for (const Index i : cluster) {
      total += weights[i];
      centre0 += weights[i] * x0[i];
      centre += weights[i] * x[i];
    }
    if (!(total > 0)) return;
    centre0 /= total, centre /= total;
    type::Mat3 covariance = type::Mat3::Zero();
    for (const Index i : cluster) covariance += weights[i] * (x[i] - centre) * (x0[i] - centre0).transpose();
    type::Mat3 map = rotationOf(covariance);
    if (const double ratio = d_affineRatio.value(); ratio != 0) {
      type::Mat3 spread = type::Mat3::Zero();
      for (const Index i : cluster) spread += weights[i] * (x0[i] - centre0) * (x0[i] - centre0).transpose();
      const Eigen::FullPivLU<type::Mat3> lu(spread);
      if (lu.isInvertible()) map = ratio * covariance * lu.inverse() + (1 - ratio) * map;  // a flat cluster only turns
    }
    centre -= map * centre0;
    for (const Index i : cluster) {
      sum[i] += centre + map * x0[i];
      ++count[i];
    }
  }

  /// The rotation nearest to a matrix: its polar factor unless a cluster is nearly flat or was turned inside out.
  static type::Mat3 rotationOf(const type::Mat3& m) {
    const double size = m.norm();
    if (m.determinant() > 1e-6 * size * size * size) return fem::polar(m);
    const Eigen::JacobiSVD<type::Mat3> svd(m, Eigen::ComputeFullU | Eigen::ComputeFullV);
    Vec3 sign = Vec3::Ones();
    sign[2] = (svd.matrixU() * svd.matrixV().transpose()).determinant() < 0 ? -1 : 1;
    return svd.matrixU() * sign.asDiagonal() * svd.matrixV().transpose();
  }
};

namespace {
const auto registered = core::Register("ShapeMatching", "Sofa.Component.Engine.Analyze",
                                       "positions of points whose clusters keep their shape")
                            .add<ShapeMatching>(true)
                            .ignores("mechanicalStates", "The state is the visible one; delete it.");
}  // namespace
}  // namespace sofa::component::engine
