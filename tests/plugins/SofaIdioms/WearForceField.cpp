// SPDX-License-Identifier: Apache-2.0
// Tetrahedra that wear: a value for each that follows the mesh, made by a function when one is cut out or added.
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/topology/BaseMeshTopology.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/helper/rmath.h>
#include <sofa/core/behavior/ForceField.inl>
#include <sofa/core/topology/TopologyData.inl>

namespace sofaidioms {

using sofa::core::topology::BaseMeshTopology;

template <class DataTypes>
class WearForceField : public sofa::core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(WearForceField, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::ForceField, DataTypes));

  typedef sofa::core::behavior::ForceField<DataTypes> Inherit;
  typedef typename DataTypes::Real Real;
  typedef typename DataTypes::Coord Coord;
  typedef sofa::core::objectmodel::Data<typename DataTypes::VecCoord> DataVecCoord;
  typedef sofa::core::objectmodel::Data<typename DataTypes::VecDeriv> DataVecDeriv;
  typedef BaseMeshTopology::Tetra Tetrahedron;
  typedef BaseMeshTopology::TetraID TetraID;

  sofa::core::topology::TetrahedronData<sofa::type::vector<Real>> d_wear;
  sofa::core::topology::PointData<sofa::type::vector<Real>> d_load;
  sofa::Data<int> d_destroyed;
  sofa::SingleLink<WearForceField<DataTypes>, BaseMeshTopology,
                   sofa::BaseLink::FLAG_STOREPATH | sofa::BaseLink::FLAG_STRONGLINK>
      l_topology;

 protected:
  WearForceField()
      : d_wear(initData(&d_wear, "wear", "of each tetrahedron")),
        d_load(initData(&d_load, "load", "of each point")),
        d_destroyed(initData(&d_destroyed, 0, "destroyed", "how many tetrahedra went")),
        l_topology(initLink("topology", "link to the topology container")) {}

 public:
  void init() override {
    Inherit::init();
    if (l_topology.empty()) {
      msg_info() << "link to Topology container should be set to ensure right behavior.";
      l_topology.set(this->getContext()->getMeshTopologyLink());
    }
    m_topology = l_topology.get();
    if (m_topology == nullptr || m_topology->getNbTetrahedra() == 0) {
      msg_error() << "No tetrahedra";
      this->d_componentState.setValue(sofa::core::objectmodel::ComponentState::Invalid);
      return;
    }
    d_wear.createTopologyHandler(m_topology);
    d_wear.setCreationCallback([this](sofa::Index index, Real& wear, const Tetrahedron& tetra,
                                      const sofa::type::vector<sofa::Index>& ancestors,
                                      const sofa::type::vector<SReal>& coefs) {
      SOFA_UNUSED(ancestors);
      SOFA_UNUSED(coefs);
      createWear(index, wear, tetra);
    });
    d_wear.setDestructionCallback([this](sofa::Index, Real&) { d_destroyed.setValue(d_destroyed.getValue() + 1); });
    d_load.createTopologyHandler(m_topology);

    auto wear = sofa::helper::getWriteOnlyAccessor(d_wear);
    wear.resize(m_topology->getNbTetrahedra());
    for (sofa::Size i = 0; i < m_topology->getNbTetrahedra(); ++i)
      createWear(i, wear[i], m_topology->getTetrahedron(i));
    auto load = sofa::helper::getWriteOnlyAccessor(d_load);
    for (sofa::Size i = 0; i < m_topology->getNbPoints(); ++i)
      load.push_back(Real(m_topology->getTetrahedraAroundVertex(i).size()));
  }

  /// Largest number of a corner.
  void createWear(TetraID, Real& wear, const Tetrahedron& tetra) {
    wear = 0;
    for (unsigned c = 0; c < 4; ++c) wear = std::max(wear, Real(tetra[c]));
  }

  void addForce(const sofa::core::MechanicalParams*, DataVecDeriv& d_f, const DataVecCoord&,
                const DataVecDeriv&) override {
    auto f = sofa::helper::getWriteAccessor(d_f);
    const auto load = sofa::helper::getReadAccessor(d_load);
    for (sofa::Index i = 0; i < f.size() && i < load.size(); ++i) f[i][1] -= load[i];
  }
  void addDForce(const sofa::core::MechanicalParams*, DataVecDeriv&, const DataVecDeriv&) override {}
  void buildStiffnessMatrix(sofa::core::behavior::StiffnessMatrix*) override {}
  void buildDampingMatrix(sofa::core::behavior::DampingMatrix*) override {}
  SReal getPotentialEnergy(const sofa::core::MechanicalParams*, const DataVecCoord&) const override { return 0; }

 private:
  BaseMeshTopology* m_topology = nullptr;
};

int WearForceFieldClass =
    sofa::core::RegisterObject("Load of tetrahedra that wear").add<WearForceField<sofa::defaulttype::Vec3Types>>();

}  // namespace sofaidioms
