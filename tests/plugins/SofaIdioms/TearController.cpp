// SPDX-License-Identifier: Apache-2.0
// Takes tetrahedra away and adds points and others while a scene runs.
#include <sofa/component/controller/Controller.h>
#include <sofa/component/statecontainer/MechanicalObject.h>
#include <sofa/component/topology/container/dynamic/TetrahedronSetTopologyContainer.h>
#include <sofa/component/topology/container/dynamic/TetrahedronSetTopologyModifier.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/simulation/Node.h>

namespace sofaidioms {

using namespace sofa::component::topology::container::dynamic;

class TearController : public sofa::component::controller::Controller {
 public:
  SOFA_CLASS(TearController, sofa::component::controller::Controller);
  typedef sofa::component::statecontainer::MechanicalObject<sofa::defaulttype::Vec3Types> MechanicalObject3;

  sofa::Data<sofa::type::vector<sofa::Index>> d_tetrahedra;
  sofa::Data<bool> d_grow;

 protected:
  TearController()
      : d_tetrahedra(initData(&d_tetrahedra, "tetrahedra", "that go at the first step")),
        d_grow(initData(&d_grow, false, "grow", "whether one is added")) {}

 public:
  void init() override {
    sofa::core::topology::BaseMeshTopology* topology = this->getContext()->getMeshTopology();
    m_container = dynamic_cast<TetrahedronSetTopologyContainer*>(topology);
    this->getContext()->get(m_modifier);
    m_state = dynamic_cast<MechanicalObject3*>(this->getContext()->getMechanicalState());
    if (!m_container || !m_modifier || !m_state) msg_error("TearController") << "Not all is there";
    Controller::init();
  }
  void onBeginAnimationStep(const double) override {
    if (m_done || !m_container || !m_modifier || !m_state) return;
    m_done = true;
    m_modifier->removeTetrahedra(d_tetrahedra.getValue());
    if (!d_grow.getValue()) return;
    const sofa::Size n = m_container->getNbPoints();
    m_modifier->addPoints(1);
    auto x = m_state->writePositions();
    x[n] = sofa::type::Vec3(0, 0, -1);
    m_modifier->addTetrahedra({sofa::topology::Tetrahedron(n, 0, 1, 2)});
  }

 private:
  TetrahedronSetTopologyContainer* m_container = nullptr;
  TetrahedronSetTopologyModifier* m_modifier = nullptr;
  MechanicalObject3* m_state = nullptr;
  bool m_done = false;
};

int TearControllerClass = sofa::core::RegisterObject("Tears tetrahedra").add<TearController>();

}  // namespace sofaidioms
