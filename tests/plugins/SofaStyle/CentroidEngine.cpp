// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include <sofa/core/DataEngine.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/objectmodel/BaseContext.h>
#include <sofa/core/visual/VisualParams.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/simulation/AnimateEndEvent.h>

namespace sofastyle {

/// The weighted mean of points.
template <class DataTypes>
class CentroidEngine : public sofa::core::DataEngine {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(CentroidEngine, DataTypes), sofa::core::DataEngine);

  using Coord = typename DataTypes::Coord;
  using VecCoord = typename DataTypes::VecCoord;
  using Real = typename DataTypes::Real;

  sofa::Data<VecCoord> d_position;
  sofa::Data<sofa::type::vector<Real>> d_weights;
  sofa::Data<Coord> d_centroid;
  sofa::Data<int> d_steps;

  void init() override {
    if (!d_position.isSet()) {
      msg_warning() << "No points given in " << this->getName() << ".";
      d_componentState.setValue(sofa::core::objectmodel::ComponentState::Invalid);
    }
    addInput(&d_position);
    addInput(&d_weights);
    addOutput(&d_centroid);
    setDirtyValue();
  }
  void reinit() override { update(); }

  void doUpdate() override {
    const auto position = sofa::helper::getReadAccessor(d_position);
    const auto weights = sofa::helper::getReadAccessor(d_weights);
    auto centroid = sofa::helper::getWriteOnlyAccessor(d_centroid);
    Coord sum;
    Real total = 0;
    for (std::size_t i = 0; i < position.size(); ++i) {
      const Real weight = i < weights.size() ? weights[i] : Real(1);
      sum += weight * position[i];
      total += weight;
    }
    centroid.wref() = total > 0 ? Coord(sum / total) : Coord();
  }

  void draw(const sofa::core::visual::VisualParams* vparams) override {
    if (!vparams->displayFlags().getShowBehaviorModels()) return;
    vparams->drawTool()->drawPoints({DataTypes::getCPos(d_centroid.getValue())}, 5.f, sofa::type::RGBAColor::red());
  }

  void handleEvent(sofa::core::objectmodel::Event* event) override {
    if (sofa::simulation::AnimateEndEvent::checkEventType(event)) d_steps.setValue(d_steps.getValue() + 1);
  }

 protected:
  CentroidEngine()
      : d_position(initData(&d_position, "position", "points")),
        d_weights(initData(&d_weights, "weights", "weight of each point; 1 where none is given")),
        d_centroid(initData(&d_centroid, "centroid", "weighted mean of the points", true, true)),
        d_steps(initData(&d_steps, 0, "steps", "that were done, if it listens")) {}
};

void registerCentroidEngine(sofa::core::ObjectFactory* factory) {
  factory->registerObjects(sofa::core::ObjectRegistrationData("Weighted mean of points.")
                               .add<CentroidEngine<sofa::defaulttype::Vec3Types>>(true)
                               .add<CentroidEngine<sofa::defaulttype::Vec2Types>>());
}

}  // namespace sofastyle
