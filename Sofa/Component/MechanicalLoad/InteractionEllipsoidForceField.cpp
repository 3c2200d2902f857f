// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/InteractionEllipsoidForceField.h"

#include "Sofa/Component/MechanicalLoad/DefiniteTangent.h"
#include "Sofa/Component/MechanicalLoad/EllipsoidDrawing.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mechanicalload {

using type::Index;
using type::Vec3;

bool InteractionEllipsoidForceField::canCreate(core::Node& node, const core::ComponentDescription& description,
                                               std::string& why) {
  return core::checkState<type::Vec3Types>(node, description, "object1", why) &&
         core::checkState<type::Rigid3Types>(node, description, "object2", why);
}

void InteractionEllipsoidForceField::init() {
  if (!core::requireState(*this, l_object1) || !core::requireState(*this, l_object2)) return;
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_center, &d_radii, &d_stiffness, &d_damping, &d_bodyIndex})
    trackData(*data);
  setEllipsoids();
}

void InteractionEllipsoidForceField::setEllipsoids() {
  const auto &centers = d_center.value(), &radii = d_radii.value();
  const auto entry = [](const std::vector<Vec3>& list, std::size_t i, const Vec3& absent) {
    return list.empty() ? absent : list[std::min(i, list.size() - 1)];
  };
  m_ellipsoids.clear();
  for (std::size_t i = 0; i < std::max(centers.size(), radii.size()); ++i)
    m_ellipsoids.push_back(
        {entry(centers, i, Vec3::Zero()), entry(radii, i, Vec3::Ones()), d_stiffness.value(), d_damping.value()});
  setValid();
  if (std::ranges::any_of(radii, [](const Vec3& r) { return !(r.minCoeff() > 0); })) {
    error("vradius must hold positive numbers: \"{}\".", d_radii.text());
    setInvalid();
  } else if (d_bodyIndex.value() >= l_object2->size()) {
    error("object2_dof_index is {}, but {} has {} bodies.", d_bodyIndex.value(), l_object2->path(), l_object2->size());
    setInvalid();
  } else if (m_ellipsoids.empty()) {
    warning("Neither center nor vradius is given: there is no ellipsoid.");
  }
}

bool InteractionEllipsoidForceField::isComplete() const {
  return isValid() && l_object1 && l_object2 && d_bodyIndex.value() < l_object2->size();
}

type::RigidCoord<3> InteractionEllipsoidForceField::frame(core::VecCoordId x) const {
  type::RigidCoord<3> frame = l_object2->coords(x)[d_bodyIndex.value()];
  if (!d_invert.value()) return frame;
  frame.orientation = type::inverse(frame.orientation);
  frame.center = -type::rotate(frame.orientation, frame.center);
  return frame;
}

template <class Visit>
void InteractionEllipsoidForceField::forEachContact(const core::MechanicalParams& params,
                                                    const type::RigidCoord<3>& frame, const Visit& visit) const {
  const auto& x = l_object1->coords(params.x);
  for (std::size_t i = 0; i < x.size() && !m_ellipsoids.empty(); ++i) {
    const Vec3 p = type::inverseRotate(frame.orientation, x[i] - frame.center);
    const auto nearest = std::ranges::min_element(m_ellipsoids, {}, [&](const Ellipsoid<3>& e) { return e.level(p); });
    if (nearest->touches(p)) visit(i, p, *nearest);
  }
}

void InteractionEllipsoidForceField::accumulateForce(const core::MechanicalParams& params, core::VecDerivId f) {
  if (!isComplete()) return;
  const auto frame = this->frame(params.x);
  const auto& v = l_object1->derivs(params.v);
  auto& f1 = l_object1->writeDerivs(f);
  Vec3 sum = Vec3::Zero();
  forEachContact(params, frame, [&](std::size_t i, const Vec3& p, const Ellipsoid<3>& ellipsoid) {
    const Vec3 local = ellipsoid.force(p, type::inverseRotate(frame.orientation, v[i]));
    const Vec3 force = type::rotate(frame.orientation, local);
    f1[i] += force;
    sum += force;
  });
  if (d_bodyForces.value()) l_object2->writeDerivs(f)[d_bodyIndex.value()].head<3>() -= sum;
}

void InteractionEllipsoidForceField::lineariseAt(const core::MechanicalParams& params, core::Linearisation kind) {
  tangentChanged();
  m_contacts.clear();
  if (!isComplete()) return;
  const auto frame = this->frame(params.x);
  const type::Mat<3> turn = type::toMatrix(frame.orientation);
  forEachContact(params, frame, [&](std::size_t i, const Vec3& p, const Ellipsoid<3>& ellipsoid) {
    type::Mat<3> tangent = turn * ellipsoid.tangent(p) * turn.transpose();
    if (kind == core::Linearisation::positiveDefinite) makeDefinite(tangent);
    m_contacts.push_back({static_cast<Index>(i), tangent});
  });
}

void InteractionEllipsoidForceField::accumulateDForce(const core::MechanicalParams& params, core::VecDerivId df) {
  if (!isComplete()) return;
  // A state that another solver moves has no increment here: its vectors are made, and stay zero.
  for (auto* state : states()) {
    state->allocate(params.dx);
    state->allocate(df);
  }
  const Index body = d_bodyIndex.value();
  const bool both = d_bodyForces.value();
  const auto& dx1 = l_object1->derivs(params.dx);
  const Vec3 bodyStep = both ? Vec3(l_object2->derivs(params.dx)[body].head<3>()) : Vec3(Vec3::Zero());
  auto& df1 = l_object1->writeDerivs(df);
  Vec3 sum = Vec3::Zero();
  for (const Contact& contact : m_contacts) {
    if (contact.point >= dx1.size()) continue;
    const Vec3 change = stiffnessFactor(params) * (contact.tangent * (dx1[contact.point] - bodyStep));
    df1[contact.point] += change;
    sum += change;
  }
  if (both) l_object2->writeDerivs(df)[body].head<3>() -= sum;
}

void InteractionEllipsoidForceField::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!isComplete()) return;
  const core::BaseState *points = l_object1.get(), *bodies = l_object2.get();
  const auto view = [&](const core::BaseState* row, const core::BaseState* column) {
    return matrix->getForceDerivativeIn(row).withRespectToPositionsIn(column);
  };
  const auto direct = view(points, points);
  for (const Contact& c : m_contacts) direct(3 * static_cast<int>(c.point), 3 * static_cast<int>(c.point)) += c.tangent;
  if (!d_bodyForces.value()) return;
  const auto toBody = view(points, bodies), fromBody = view(bodies, points), own = view(bodies, bodies);
  const int body = 6 * static_cast<int>(d_bodyIndex.value());
  for (const Contact& c : m_contacts) {
    toBody(3 * static_cast<int>(c.point), body) -= c.tangent;
    fromBody(body, 3 * static_cast<int>(c.point)) -= c.tangent;
    own(body, body) += c.tangent;
  }
}

void InteractionEllipsoidForceField::draw(core::DrawList& list) const {
  if (!isComplete() || !d_draw.value() || !list.shows(type::DisplayFlags::InteractionForceFields)) return;
  const auto frame = this->frame(core::vec::position);
  for (const Ellipsoid<3>& e : m_ellipsoids)
    drawEllipsoid(list, frame.center + type::rotate(frame.orientation, e.center), e.radii, frame.orientation,
                  d_color.value());
}

namespace {
const auto registered = core::Register("InteractionEllipsoidForceField", "Sofa.Component.MechanicalLoad",
                                       "ellipsoids fixed to a body push points out or keep them in")
                            .add<InteractionEllipsoidForceField>();
}  // namespace

}  // namespace sofa::component::mechanicalload
