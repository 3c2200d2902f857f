// SPDX-License-Identifier: Apache-2.0
#include "config.h"

#include <sofa/component/statecontainer/MechanicalObject.h>
#include <sofa/component/topology/container/dynamic/PointSetTopologyModifier.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/behavior/ForceField.h>
#include <sofa/core/objectmodel/DataFileName.h>
#include <sofa/core/topology/TopologyData.h>
#include <sofa/core/topology/TopologySubsetIndices.h>
#include <sofa/defaulttype/VecTypes.h>
#include <sofa/helper/OptionsGroup.h>
#include <sofa/simulation/Node.h>
#include <sofa/core/behavior/ForceField.inl>

#include <fstream>

namespace sofastyle {

/// Pulls points to the origin with strengths from a file, one for each point, that follow the mesh.
template <class DataTypes>
class ProfileForceField : public sofa::core::behavior::ForceField<DataTypes> {
 public:
  SOFA_CLASS(SOFA_TEMPLATE(ProfileForceField, DataTypes), SOFA_TEMPLATE(sofa::core::behavior::ForceField, DataTypes));

  using Inherit = sofa::core::behavior::ForceField<DataTypes>;
  using Real = typename DataTypes::Real;
  using Coord = typename DataTypes::Coord;
  using Deriv = typename DataTypes::Deriv;
  using VecCoord = typename DataTypes::VecCoord;
  using VecDeriv = typename DataTypes::VecDeriv;
  using DataVecCoord = sofa::core::objectmodel::Data<VecCoord>;
  using DataVecDeriv = sofa::core::objectmodel::Data<VecDeriv>;
  using State = sofa::component::statecontainer::MechanicalObject<DataTypes>;
  using Modifier = sofa::component::topology::container::dynamic::PointSetTopologyModifier;

  sofa::core::objectmodel::DataFileName d_file;
  sofa::Data<sofa::helper::OptionsGroup> d_law;
  sofa::core::topology::PointData<sofa::type::vector<Real>> d_strengths;
  sofa::core::topology::TopologySubsetIndices d_points;

  void init() override {
    Inherit::init();
    std::ifstream file(d_file.getFullPath());
    auto strengths = sofa::helper::getWriteAccessor(d_strengths);
    for (Real value; file >> value;) strengths.push_back(value);
    auto* state = this->getContext()->template get<State>(sofa::core::objectmodel::BaseContext::Local);
    msg_error_when(!state || strengths.size() != state->getSize())
        << d_file.getValue() << " has " << strengths.size() << " strengths.";
    d_strengths.createTopologyHandler(this->getContext()->getMeshTopology());
    d_points.createTopologyHandler(this->getContext()->getMeshTopology());
    sofa::simulation::Node* node = sofa::simulation::node::getNodeFrom(this->getContext());
    msg_info() << "in " << node->path();
  }

  void reinit() override {
    if (auto* modifier = this->getContext()->template get<Modifier>()) modifier->removePoints({0});
  }

  void addForce(const sofa::core::MechanicalParams*, DataVecDeriv& d_f, const DataVecCoord& d_x,
                const DataVecDeriv&) override {
    auto f = sofa::helper::getWriteAccessor(d_f);
    const auto x = sofa::helper::getReadAccessor(d_x);
    const auto strengths = sofa::helper::getReadAccessor(d_strengths);
    const bool isCubic = d_law.getValue().getSelectedItem() == "cubic";
    for (const auto i : sofa::helper::getReadAccessor(d_points)) {
      const Real growth = isCubic ? x[i].norm2() : Real(1);
      f[i] -= strengths[i] * growth * x[i];
    }
  }

  void addDForce(const sofa::core::MechanicalParams* mparams, DataVecDeriv& d_df, const DataVecDeriv& d_dx) override {
    auto df = sofa::helper::getWriteAccessor(d_df);
    const auto dx = sofa::helper::getReadAccessor(d_dx);
    const auto strengths = sofa::helper::getReadAccessor(d_strengths);
    const Real factor = static_cast<Real>(
        sofa::core::mechanicalparams::kFactorIncludingRayleighDamping(mparams, this->rayleighStiffness.getValue()));
    for (const auto i : sofa::helper::getReadAccessor(d_points)) df[i] -= factor * strengths[i] * dx[i];
  }

 protected:
  ProfileForceField()
      : d_file(initData(&d_file, "filename", "strength of each point")),
        d_law(initData(&d_law, sofa::helper::OptionsGroup{{"linear", "cubic"}}, "law", "how forces grow")),
        d_strengths(initData(&d_strengths, "strengths", "as read")),
        d_points(initData(&d_points, "points", "those that are pulled")) {}
};

void registerProfileForceField(sofa::core::ObjectFactory* factory) {
  factory->registerObjects(sofa::core::ObjectRegistrationData("Pulls points to the origin.")
                               .add<ProfileForceField<sofa::defaulttype::Vec3Types>>());
}

}  // namespace sofastyle
