// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Engine/Engine.h"

namespace sofa::component::engine {

/// Mass, centre and inertia of a homogeneous body inside a closed surface whose faces, seen from outside, run
/// counterclockwise: sums over the tetrahedra from the origin to the triangles of the surface.
class GenerateRigidMass final : public Engine {
 public:
  Data<double> d_density{this, "density", 1000.0, "density (kg/m^3)", input};
  List<Vec3> d_position{this, "position", {}, "points of the surface", input};
  List<type::Triangle> d_triangles{this, "triangles", {}, "its triangles", input};
  List<type::Quad> d_quads{this, "quads", {}, "its quads", input};
  List<std::vector<Index>> d_polygons{this, "polygons", {}, "its other faces", input};
  Data<type::RigidMass<3>> d_rigidMass{this, "rigidMass", {}, "for the vertexMass of a mass of rigid bodies", output};
  Data<double> d_mass{this, "mass", 0.0, "mass (kg)", output};
  Data<double> d_volume{this, "volume", 0.0, "volume (m^3)", output};
  Data<type::Mat3> d_inertia{this, "inertiaMatrix", type::Mat3::Zero(),
                             "inertia about the centre of mass, per unit mass (m^2)", output};
  Data<Vec3> d_massCenter{this, "massCenter", Vec3::Zero(), "centre of mass", output};
  Data<Vec3> d_centerToOrigin{this, "centerToOrigin", Vec3::Zero(), "from the centre of mass to the origin", output};
  static std::string staticTemplateName() { return type::Rigid3Types::name(); }

 protected:
  void doUpdate() override {
    const std::size_t n = d_position.value().size();
    if (!checkElements(d_triangles, n) || !checkElements(d_quads, n) || !checkElements(d_polygons, n)) return;
    Moments m;
    addFaces(d_triangles.value(), m);
    addFaces(d_quads.value(), m);
    addFaces(d_polygons.value(), m);
    if (!(m.volume > 0))
      return error(
          "The surface holds a volume of {}; it should be closed, and its faces should run counterclockwise "
          "seen from outside.",
          m.volume);
    const Vec3 centre = m.first / m.volume;
    const type::Mat3 second = m.second / m.volume - centre * centre.transpose();
    const type::Mat3 inertia = second.trace() * type::Mat3::Identity() - second;
    const double mass = d_density.value() * m.volume;
    d_mass.set(mass);
    d_volume.set(m.volume);
    d_massCenter.set(centre);
    d_centerToOrigin.set(-centre);
    d_inertia.set(inertia);
    d_rigidMass.set({mass, m.volume, inertia});
  }

 private:
  /// Integrals of 1, x and x x^T over the body.
  struct Moments {
    double volume = 0;
    Vec3 first = Vec3::Zero();
    type::Mat3 second = type::Mat3::Zero();
  };

  template <class Faces>
  void addFaces(const Faces& faces, Moments& m) const {
    const auto& x = d_position.value();
    for (const auto& face : faces)
      for (std::size_t c = 2; c < face.size(); ++c) {
        const Vec3 &p = x[face[0]], &q = x[face[c - 1]], &r = x[face[c]];
        const double volume = p.cross(q).dot(r) / 6;
        const Vec3 sum = p + q + r;
        m.volume += volume;
        m.first += volume / 4 * sum;
        m.second += volume / 20 * (sum * sum.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose());
      }
  }
};

namespace {
const auto registered =
    core::Register("GenerateRigidMass", "Sofa.Component.Engine.Generate", "mass and inertia of a body by its surface")
        .add<GenerateRigidMass>(true);
}  // namespace
}  // namespace sofa::component::engine
