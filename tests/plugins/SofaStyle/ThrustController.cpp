// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include <sofa/component/controller/Controller.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/MechanicalState.h>
#include <sofa/core/objectmodel/KeypressedEvent.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/simulation/AnimateBeginEvent.h>
#include <sofa/simulation/AnimateEndEvent.h>

namespace sofastyle {

/// Adds an acceleration to every point of a state before each step, until a time is reached.
class ThrustController : public sofa::component::controller::Controller {
 public:
  SOFA_CLASS(ThrustController, sofa::component::controller::Controller);

  using DataTypes = sofa::defaulttype::Vec3Types;
  using MechanicalState = sofa::core::behavior::MechanicalState<DataTypes>;

  sofa::Data<sofa::type::Vec3> d_acceleration;
  sofa::Data<double> d_until;
  sofa::Data<int> d_steps;
  sofa::SingleLink<ThrustController, MechanicalState, sofa::BaseLink::FLAG_STOREPATH | sofa::BaseLink::FLAG_STRONGLINK>
      l_state;

  void init() override {
    Inherit1::init();
    this->f_listening.setValue(true);
    if (!l_state) {
      sofa::core::objectmodel::BaseContext* context = this->getContext();
      l_state.set(context->get<MechanicalState>(sofa::core::objectmodel::BaseContext::SearchUp));
    }
    if (!l_state) {
      msg_error() << "No state to push.";
      d_componentState.setValue(sofa::core::objectmodel::ComponentState::Invalid);
      return;
    }
    d_componentState.setValue(sofa::core::objectmodel::ComponentState::Valid);
  }

  void handleEvent(sofa::core::objectmodel::Event* event) override {
    if (!isComponentStateValid()) return;
    if (sofa::simulation::AnimateBeginEvent::checkEventType(event)) {
      const auto* begin = static_cast<sofa::simulation::AnimateBeginEvent*>(event);
      if (this->getContext()->getTime() < d_until.getValue() - 1e-9) push(begin->getDt());
    } else if (dynamic_cast<sofa::simulation::AnimateEndEvent*>(event)) {
      d_steps.setValue(d_steps.getValue() + 1);
    } else if (const auto* key = dynamic_cast<sofa::core::objectmodel::KeypressedEvent*>(event)) {
      if (key->getKey() == 'T') d_acceleration.setValue(-d_acceleration.getValue());
    }
  }

 protected:
  ThrustController()
      : d_acceleration(initData(&d_acceleration, sofa::type::Vec3(0, 0, 0), "acceleration", "m/s^2")),
        d_until(initData(&d_until, 1e300, "until", "time at which it ends (s)")),
        d_steps(initData(&d_steps, 0, "steps", "steps done")),
        l_state(initLink("state", "state that is pushed; default: the one above")) {}

 private:
  void push(double dt) {
    auto velocities = sofa::helper::getWriteAccessor(*l_state->write(sofa::core::vec_id::write_access::velocity));
    for (auto& v : velocities) v += d_acceleration.getValue() * dt;
  }
};

void registerThrustController(sofa::core::ObjectFactory* factory) {
  factory->registerObjects(
      sofa::core::ObjectRegistrationData("Accelerates points before each step.").add<ThrustController>());
}

}  // namespace sofastyle
