// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/SparseMapping.h"
#include "Sofa/Core/Contract/MeshPoints.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// Moves the points that a topological mapping of the node makes, with the mesh they are made on. Points it does not
/// make stay where they are.
template <class In, class Out>
class MeshPointsMapping : public SparseMapping<In, Out> {
 public:
  using Base = SparseMapping<In, Out>;
  using typename Base::InVecCoord;
  using typename Base::OutVecCoord;

  core::Link<core::BaseMeshTopology> l_inputTopology{this, "inputTopology",
                                                     "mesh that carries the points; default: the input's"};

  bool isLinear() const override { return true; }
  void init() override {
    if (!this->l_input || !this->l_output) return;
    this->setValid();
    const bool madeAll = !m_points.empty() && this->l_output->size() == m_points.size();  // for a mesh that has changed
    m_points.clear();
    this->m_jacobian.clear();
    core::connectMesh(l_inputTopology, *this->l_input->context());
    const auto* maker = dynamic_cast<const core::MeshPoints*>(pointMaker());
    if (!maker || !l_inputTopology) {
      this->error("The node has no topological mapping that makes points, or the input no mesh: nothing is mapped.");
      this->setInvalid();
    } else {
      keepLast(maker->meshPoints(*l_inputTopology));
      if (madeAll) this->l_output->resize(m_points.size());
    }
    Base::init();
  }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    if (m_points.empty() || !this->checkInput(in, this->m_jacobian.columns())) return;
    if (this->l_output->size() < m_points.size()) this->l_output->resize(m_points.size());
    if (out.size() < m_points.size()) out.resize(m_points.size());
    for (std::size_t i = 0; i < m_points.size(); ++i) {
      const auto& [index, on, offset] = m_points[i];
      if (on.count == 0) continue;
      out[i] = offset;
      for (int k = 0; k < on.count; ++k) out[i] += on.weights[k] * in[on.nodes[k]];
    }
  }

 protected:
  virtual core::Component* pointMaker() {
    for (const auto& component : this->context()->components())
      if (dynamic_cast<core::MeshPoints*>(component.get())) return component.get();
    return nullptr;
  }

 private:
  void keepLast(const std::vector<core::MeshPoint>& points) {
    m_points.resize(points.size());
    for (const auto& point : points) m_points[point.index] = point;
    for (std::size_t i = 0; i < m_points.size(); ++i)
      for (int k = 0; k < m_points[i].on.count; ++k)
        this->m_jacobian.add(i, m_points[i].on.nodes[k], m_points[i].on.weights[k] * type::Mat3::Identity());
  }

  std::vector<core::MeshPoint> m_points;
};

/// With links that say which topological mapping it is.
template <class In, class Out>
class Mesh2PointMechanicalMapping : public MeshPointsMapping<In, Out> {
 public:
  core::Link<core::Component> l_topologicalMapping{this, "topologicalMapping",
                                                   "what makes the points; default: the node's"};
  core::Link<core::BaseMeshTopology> l_outputTopology{this, "outputTopology",
                                                      "mesh of the points; default: the output's"};

  void init() override {
    if (this->l_output) core::connectMesh(l_outputTopology, *this->l_output->context());
    MeshPointsMapping<In, Out>::init();
  }

 protected:
  core::Component* pointMaker() override {
    if (!l_topologicalMapping) l_topologicalMapping.set(MeshPointsMapping<In, Out>::pointMaker());
    return l_topologicalMapping.get();
  }
};

namespace {
const auto registered = core::Register("Mesh2PointMechanicalMapping", "Sofa.Component.Mapping.Linear",
                                       "moves points on the elements of a mesh")
                            .add<Mesh2PointMechanicalMapping<type::Vec3Types, type::Vec3Types>>(true);
const auto registeredOfTetrahedra = core::Register("SimpleTesselatedTetraMechanicalMapping",
                                                   "Sofa.Component.Mapping.Linear", "moves points of cut tetrahedra")
                                        .add<MeshPointsMapping<type::Vec3Types, type::Vec3Types>>(true);
}  // namespace

}  // namespace sofa::component::mapping
