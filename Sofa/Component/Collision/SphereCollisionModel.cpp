// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/SphereCollisionModel.h"

#include "Sofa/Component/Collision/RigidContactPoints.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Vec3;

void BaseSphereCollisionModel::init() {
  if (!state()) {
    error(
        "No mechanical state is visible from this node: add a MechanicalObject with the centres of the spheres before "
        "this component.");
    setInvalid();
    return;
  }
  updateElements();
  if (std::any_of(m_radii.begin(), m_radii.end(), [](double r) { return !(r >= 0); })) {
    error("A radius must not be negative.");
    setInvalid();
    return;
  }
  setValid();
}

void BaseSphereCollisionModel::updateElements() {
  if (!state()) {  // taken out of the scene
    m_centers.clear();
    m_radii.clear();
    return;
  }
  copyCenters(m_centers);
  if (m_radii.size() == m_centers.size() && m_radiusCounter == d_radius.counter() &&
      m_listCounter == d_listRadius.counter())
    return;
  m_radii = d_listRadius.value();
  m_radii.resize(m_centers.size(), d_radius.value());
  m_radiusCounter = d_radius.counter();
  m_listCounter = d_listRadius.counter();
}

void BaseSphereCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  const double skin = d_contactDistance.value();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const Vec3 extent = Vec3::Constant(m_radii[i] + skin);
    boxes[i] = {m_centers[i] - extent, m_centers[i] + extent};
  }
}

void BaseSphereCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!context() || !list.shows(type::DisplayFlags::CollisionModels)) return;
  static thread_local core::DrawnPoints drawn;
  const auto centers = drawn.of(core::mechanicalState(*context()));
  const auto& radii = d_listRadius.value();
  const type::Color color = drawnColor();
  for (std::size_t i = 0; i < centers.size(); ++i)
    list.sphere(centers[i], i < radii.size() ? radii[i] : d_radius.value(), color);
}

namespace {

/// A sphere on a point acts on that point, whatever part of it is touched.
class SphereContactPoints : public core::ContactPoints {
 public:
  SphereContactPoints(const BaseSphereCollisionModel& model, core::State<type::Vec3Types>& state)
      : m_model(model), m_state(state) {}
  core::State<type::Vec3Types>& state() override { return m_state; }
  void restart(std::size_t) override {}
  type::Index attach(const Vec3&, type::Index element, double& radius) override {
    radius = m_model.radii()[element];
    return element;
  }

 private:
  const BaseSphereCollisionModel& m_model;
  core::State<type::Vec3Types>& m_state;
};

}  // namespace

template <class DataTypes>
bool SphereCollisionModel<DataTypes>::canCreate(core::Node& node, const core::ComponentDescription&, std::string& why) {
  const core::BaseState* state = core::mechanicalState(node);
  if (!state || dynamic_cast<const core::State<DataTypes>*>(state)) return true;  // without a state, init() complains
  why = fmt::format("The mechanical state {} holds {}, not {}.", state->path(), state->dataTypesName(),
                    DataTypes::name());
  return false;
}

template <class DataTypes>
void SphereCollisionModel<DataTypes>::init() {
  m_state = dynamic_cast<core::State<DataTypes>*>(core::mechanicalState(*context()));
  BaseSphereCollisionModel::init();
}

template <class DataTypes>
void SphereCollisionModel<DataTypes>::copyCenters(std::vector<Vec3>& centers) const {
  if (!m_state) return centers.clear();
  const auto& x = m_state->positions();
  centers.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) centers[i] = DataTypes::position(x[i]);
}

template <class DataTypes>
std::unique_ptr<core::ContactPoints> SphereCollisionModel<DataTypes>::createContactPoints() {
  if constexpr (DataTypes::isRigid)
    return std::make_unique<RigidContactPoints>(*m_state, name());
  else
    return std::make_unique<SphereContactPoints>(*this, *m_state);
}

namespace {
const auto registered =
    core::Register("SphereCollisionModel", "Sofa.Component.Collision.Geometry", "spheres around the points of a state")
        .wasCalled("Sphere", "SOFA v24.12")
        .wasCalled("SphereModel", "SOFA v24.12")
        .wasCalled("TSphereModel", "")
        .wasCalled("CudaSphereModel", "", "It takes states of every kind.")
        .addAll<SphereCollisionModel, type::Vec3Types, type::Rigid3Types>(true);
}  // namespace

}  // namespace sofa::component::collision
