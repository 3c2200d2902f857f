// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {
namespace {

/// Where a camera sees points: with (u, v, w) = P (x, y, z, 1), the point f (u/w, v/w, 1) of its image plane.
class ProjectiveTransformEngine final : public Engine {
  using Projection = type::Mat<3, 4>;

 public:
  List<Vec3> d_inputPosition{this, "input_position", {}, "points", input};
  List<Vec3> d_outputPosition{this, "output_position", {}, "where they are seen", output};
  Data<Projection> d_projection{this, "proj_mat", Projection::Zero(), "projection of the camera, row by row"};
  Data<double> d_focalDistance{this, "focal_distance", 1.0, "distance of the image plane", input};
  static std::string staticTemplateName() { return type::Vec3Types::name(); }

 protected:
  void doUpdate() override {
    auto& seen = d_outputPosition.edit();
    seen.clear();
    std::size_t unseen = 0;
    for (const Vec3& x : d_inputPosition.value()) {
      const Vec3 p = d_projection.value() * x.homogeneous();
      if (p.z() == 0) ++unseen;
      seen.push_back(p.z() == 0 ? Vec3(Vec3::Zero()) : Vec3(d_focalDistance.value() * p / p.z()));
    }
    if (unseen > 0)
      error("{} points are in the plane of the camera, or proj_mat is not set: they are at the origin.", unseen);
  }
};

const auto registeredProjection =
    core::Register("ProjectiveTransformEngine", "Sofa.Component.Engine.Transform", "where a camera sees points")
        .add<ProjectiveTransformEngine>(true);

}  // namespace
}  // namespace sofa::component::engine
