// Linear springs along the edges of a mesh, with their matrix: solvers on assembled matrices write it straight into
// place, the others multiply by it.
#include <Sofa/Core/Contract/DrawList.h>
#include <Sofa/Core/Contract/ForceField.h>
#include <Sofa/Core/Contract/MatrixAccumulator.h>
#include <Sofa/Core/Contract/MeshTopology.h>
#include <Sofa/Core/Service/ObjectFactory.h>

using namespace sofa;
using type::Mat3;
using type::Vec3;

class EdgeSpringForceField : public core::ForceField<type::Vec3Types> {
 public:
  core::Data<double> d_stiffness{this, "stiffness", 100.0, "stiffness of every edge (N/m)"};
  core::Link<core::BaseMeshTopology> l_topology{this, "topology", "mesh whose edges are springs; default: the node's"};

  void init() override {
    ForceField::init();
    if (!l_topology) l_topology.set(core::meshTopology(*context()));
    if (!l_topology) return error("a topology with edges is needed in this node");
  }

  void addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x, const VecDeriv&) override {
    if (!l_topology) return;
    const auto& edges = l_topology->edges();
    const auto& x0 = mstate()->restPositions();
    for (const auto& edge : edges) {
      const type::Index a = edge[0], b = edge[1];
      const Vec3 gap = x[b] - x[a];
      const double length = gap.norm(), rest = (x0[b] - x0[a]).norm();
      const Vec3 force = d_stiffness.value() * (1 - rest / length) * gap;
      f[a] += force;
      f[b] -= force;
    }
  }

  void linearise(const core::MechanicalParams&, const VecCoord& x, const VecDeriv&, core::Linearisation kind) override {
    if (!l_topology) return;
    const auto& edges = l_topology->edges();
    const auto& x0 = mstate()->restPositions();
    const double k = d_stiffness.value();
    m_tangents.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const type::Index a = edges[e][0], b = edges[e][1];
      const double length = (x[b] - x[a]).norm(), rest = (x0[b] - x0[a]).norm();
      const Vec3 u = (x[b] - x[a]) / length;
      double across = 1 - rest / length;  // negative in compression, where the edge buckles
      if (kind == core::Linearisation::positiveDefinite) across = std::max(across, 0.0);
      m_tangents[e] = k * ((1 - across) * (u * u.transpose()) + across * Mat3::Identity());
    }
  }

  std::optional<double> potentialEnergy(const core::MechanicalParams& params) override {
    if (!l_topology || !mstate()) return 0;
    const auto &x = mstate()->coords(params.x), &x0 = mstate()->restPositions();
    double energy = 0;
    for (const auto& edge : l_topology->edges()) {
      const type::Index a = edge[0], b = edge[1];
      const double stretch = (x[b] - x[a]).norm() - (x0[b] - x0[a]).norm();
      energy += 0.5 * d_stiffness.value() * stretch * stretch;
    }
    return energy;
  }

  void buildStiffnessMatrix(core::StiffnessMatrix* matrix) override {
    if (!l_topology) return;
    auto dfdx = matrix->getForceDerivativeIn(mstate()).withRespectToPositionsIn(mstate());
    dfdx.addElements<2, 3>(l_topology->edges(), [&](std::size_t e, type::Mat6& k) {
      const Mat3& t = m_tangents[e];
      k << -t, t, t, -t;
    });
  }

  void draw(core::DrawList& list) const override {
    if (!l_topology || !mstate() || !list.shows(type::DisplayFlags::ForceFields)) return;
    const auto& x = mstate()->positions();
    for (const auto& edge : l_topology->edges()) list.line(x[edge[0]], x[edge[1]], 2, {0.2f, 0.8f, 0.2f, 1});
  }

 private:
  std::vector<Mat3> m_tangents;  // where it was linearised
};

const auto registered =
    core::Register("EdgeSpringForceField", "ExamplePlugin", "springs along edges").add<EdgeSpringForceField>();
