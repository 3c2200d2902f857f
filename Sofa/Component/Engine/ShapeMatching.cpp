// SPDX-License-Identifier: Apache-2.0
#include <Eigen/LU>
#include <Eigen/SVD>

#include "Sofa/Component/Engine/Engine.h"
#include "Sofa/FiniteElement/PointRows.h"
#include "Sofa/FiniteElement/Rotation.h"
#include "Sofa/Type/EigenView.h"

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
    std::vector<double> weights(x0.size(), 1.0);
    std::fill(weights.begin() + static_cast<long>(target.size()), weights.end(), d_fixedWeight.value());
    takeRest(std::move(x0), std::move(weights));
    std::vector<Vec3> x = target;
    x.insert(x.end(), d_fixedPosition.value().begin(), d_fixedPosition.value().begin() + static_cast<long>(fixed));
    for (Index n = 0; n < d_iterations.value(); ++n) {
      m_sums.assign(x.size(), Sum{});  // what fixed points would do is not looked at
      for (const Shape& shape : m_shapes) fit(shape, x);
      for (std::size_t i = 0; i < target.size(); ++i)
        if (const auto& sum = m_sums[i].v; sum[3] > 0) x[i] = Vec3(sum[0], sum[1], sum[2]) / sum[3];
    }
    std::copy_n(x.begin(), target.size(), target.begin());
  }

 private:
  using Row = helper::Row;
  /// A point of a cluster at rest, from its centre.
  struct alignas(32) Member {
    Row offset;  ///< its weight comes last
    Index point;
  };
  struct Shape {
    std::vector<Member> members;
    double weight = 0;
    type::Mat3 affine;  ///< from covariance to best linear deformation
    bool isSpatial = false;
  };
  /// Of the places that the clusters give a point; their number comes last.
  struct alignas(32) Sum {
    Row v{};
  };

  /// Rest places and weights of all points, which seldom change.
  void takeRest(std::vector<Vec3>&& x0, std::vector<double>&& weights) {
    if (x0 == m_rest && weights == m_weights && d_cluster.value() == m_clusters) return;
    m_rest = std::move(x0);
    m_weights = std::move(weights);
    m_clusters = d_cluster.value();
    m_shapes.clear();
    for (const auto& cluster : m_clusters) {
      Shape shape;
      Vec3 centre = Vec3::Zero();
      for (const Index i : cluster) {
        shape.weight += m_weights[i];
        centre += m_weights[i] * m_rest[i];
      }
      if (!(shape.weight > 0)) continue;
      centre /= shape.weight;
      type::Mat3 spread = type::Mat3::Zero();
      for (const Index i : cluster) {
        const Vec3 offset = m_rest[i] - centre;
        spread += m_weights[i] * offset * offset.transpose();
        shape.members.push_back({Row{offset[0], offset[1], offset[2], m_weights[i]}, i});
      }
      const Eigen::FullPivLU<Eigen::Matrix3d> lu(eigen(spread));
      shape.isSpatial = lu.isInvertible();
      if (shape.isSpatial) shape.affine = lu.inverse();
      m_shapes.push_back(std::move(shape));
    }
  }

  void fit(const Shape& shape, const std::vector<Vec3>& x) {
    Row centre{}, covariance[3] = {};  // the centre at rest is 0: that of x plays no part in the covariance
    for (const Member& member : shape.members) {
      const Row weighted = member.offset[3] * fem::loadRow<3>(x[member.point].data());
      centre += weighted;
      for (int c = 0; c < 3; ++c) covariance[c] += weighted * member.offset[c];
    }
    type::Mat3 moments;
    for (int c = 0; c < 3; ++c) moments.col(c) << covariance[c][0], covariance[c][1], covariance[c][2];
    type::Mat3 map = rotationOf(moments);
    if (const double ratio = d_affineRatio.value(); ratio != 0 && shape.isSpatial)  // a flat cluster only turns
      map = ratio * moments * shape.affine + (1 - ratio) * map;
    centre /= shape.weight;
    centre[3] = 1;
    Row columns[3];
    for (int c = 0; c < 3; ++c) columns[c] = Row{map(0, c), map(1, c), map(2, c), 0};
    for (const Member& member : shape.members) {
      Row place = centre;
      for (int c = 0; c < 3; ++c) place += columns[c] * member.offset[c];
      m_sums[member.point].v += place;
    }
  }

  /// The rotation nearest to a matrix: its polar factor unless a cluster is nearly flat or was turned inside out.
  static type::Mat3 rotationOf(const type::Mat3& m) {
    const double size = m.norm();
    if (m.determinant() > 1e-6 * size * size * size) return fem::polar(m);
    const Eigen::JacobiSVD<Eigen::Matrix3d> svd(eigen(m), Eigen::ComputeFullU | Eigen::ComputeFullV);
    const type::Mat3 u = svd.matrixU(), v = svd.matrixV();
    Vec3 sign = Vec3::Ones();
    sign[2] = (u * v.transpose()).determinant() < 0 ? -1 : 1;
    return u * sign.asDiagonal() * v.transpose();
  }

  std::vector<Vec3> m_rest;
  std::vector<double> m_weights;
  std::vector<std::vector<Index>> m_clusters;
  std::vector<Shape> m_shapes;  ///< of the clusters, from these
  std::vector<Sum> m_sums;
};

namespace {
const auto registered = core::Register("ShapeMatching", "Sofa.Component.Engine.Analyze",
                                       "positions of points whose clusters keep their shape")
                            .add<ShapeMatching>(true)
                            .ignores("mechanicalStates", "The state is the visible one; delete it.");
}  // namespace
}  // namespace sofa::component::engine
