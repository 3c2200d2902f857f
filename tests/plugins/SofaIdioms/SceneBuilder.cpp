// SPDX-License-Identifier: Apache-2.0
// Builds a body below its node when the scene starts, and looks for things up and down the graph.
#include <sofa/component/constraint/projective/FixedProjectiveConstraint.h>
#include <sofa/component/statecontainer/MechanicalObject.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/BaseController.h>
#include <sofa/core/loader/MeshLoader.h>
#include <sofa/simpleapi/SimpleApi.h>
#include <sofa/simulation/Node.h>

namespace sofaidioms {

using sofa::simulation::Node;

class SceneBuilder : public sofa::core::behavior::BaseController {
 public:
  SOFA_CLASS(SceneBuilder, sofa::core::behavior::BaseController);
  typedef sofa::component::statecontainer::MechanicalObject<sofa::defaulttype::Rigid3Types> MechanicalObjectRigid3;
  sofa::Data<int> d_count;
  sofa::Data<std::string> d_found;

  void init() override {
    Node* node = sofa::core::objectmodel::getNodeFrom(this->getContext());
    Node::SPtr child = node->createChild("built");
    auto state = sofa::core::objectmodel::New<MechanicalObjectRigid3>();
    state->setName("frames");
    child->addObject(state);
    state->resize(d_count.getValue());
    auto x = state->writePositions();
    for (int i = 0; i < d_count.getValue(); ++i)
      x[i] = MechanicalObjectRigid3::Coord(sofa::type::Vec3(i, 0, 0), sofa::type::Quat<SReal>(0, 0, 0, 1));
    auto mass = sofa::simpleapi::createObject(child, "UniformMass", {{"totalMass", sofa::simpleapi::str(2.5)}});
    if (!mass) msg_error() << "no mass";

    std::ostringstream found;
    sofa::type::vector<sofa::core::behavior::BaseMechanicalState*> states;
    node->getRoot()->getTreeObjects<sofa::core::behavior::BaseMechanicalState>(&states);
    found << states.size() << " states";
    sofa::core::topology::BaseMeshTopology* mesh = nullptr;
    node->get(mesh, sofa::core::objectmodel::BaseContext::SearchRoot);
    if (mesh) found << ", mesh " << mesh->getPathName();
    for (auto* grown : node->getRoot()->getChildren()) found << ", " << grown->getName();
    if (auto* object = child->getObject("frames")) found << ", " << object->getClassName();
    found << ", " << child->getContext()->getRootContext()->getName() << " " << node->getDt();
    d_found.setValue(found.str());
  }

 protected:
  SceneBuilder()
      : d_count(initData(&d_count, 2, "count", "of frames")), d_found(initData(&d_found, std::string(), "found", "")) {}
};

int SceneBuilderClass = sofa::core::RegisterObject("Builds frames").add<SceneBuilder>();

}  // namespace sofaidioms
