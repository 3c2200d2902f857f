// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Collision/RigidDistanceGridCollisionModel.h"

#include <fmt/format.h>

#include <numeric>

#include "Sofa/Component/Collision/RigidContactPoints.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/ObjectModel/Compatibility.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::collision {

using type::Index;
using type::Vec3;

bool DistanceGridCollisionModel::loadGrid() {
  m_grid = m_source.load(d_sampling.value());
  if (!m_grid) return false;
  m_source.dump(*m_grid, d_dumpfilename.value());
  constexpr double part = 1e-3, sofas = 1e-3;  // of the size; m
  const auto& box = m_grid->sampleBox().empty() ? m_grid->box() : m_grid->sampleBox();
  const double size = (box.max - box.min).maxCoeff();
  m_slack = core::reproducesSofa(*this) ? sofas : part * size;
  constexpr double noticeable = 0.02;
  if (m_slack > noticeable * size)
    core::tellDefect(*this,
                     fmt::format("points are in contact from {} m farther than the contact distance, which is much for "
                                 "a body of {:.2g} m",
                                 sofas, size),
                     "Use units in which it is larger");
  return true;
}

void RigidDistanceGridCollisionModel::init() {
  auto* state = core::mechanicalState(*context());
  m_state = dynamic_cast<core::State<type::Rigid3Types>*>(state);
  if (state && !m_state) {
    error("The mechanical state {} holds {}, not {}: a grid that deforms is a FFDDistanceGridCollisionModel.",
          state->path(), state->dataTypesName(), type::Rigid3Types::name());
    return setInvalid();
  }
  if (!loadGrid()) return setInvalid();
  m_numbers.resize(grid()->samples().size());
  std::iota(m_numbers.begin(), m_numbers.end(), Index{0});
  updateElements();
  setValid();
}

void RigidDistanceGridCollisionModel::updateElements() {
  if (!grid()) return;
  m_origin = d_translation.value();
  m_turn = type::fromEulerDegrees(d_rotation.value());
  if (m_state && m_state->size() > 0) {
    const auto& x = m_state->positions()[0];
    m_origin = type::rotate(x.orientation, m_origin) + x.center;
    m_turn = x.orientation * m_turn;
  }
  m_samples.clear();
  for (const Vec3& p : grid()->samples()) m_samples.push_back(toSpace(p));
}

void RigidDistanceGridCollisionModel::elementBoxes(std::span<type::BoundingBox> boxes) const {
  if (boxes.empty()) return;
  boxes[0] = {};
  const auto& box = d_flipNormals.value() ? grid()->box() : grid()->sampleBox();
  for (int c = 0; c < 8; ++c)
    boxes[0].include(toSpace({(c & 1) != 0 ? box.max[0] : box.min[0], (c & 2) != 0 ? box.max[1] : box.min[1],
                              (c & 4) != 0 ? box.max[2] : box.min[2]}));
  boxes[0].min -= Vec3::Constant(d_contactDistance.value());
  boxes[0].max += Vec3::Constant(d_contactDistance.value());
}

std::optional<DistanceGridCollisionModel::Seen> RigidDistanceGridCollisionModel::see(Index, const Vec3& p,
                                                                                     double reach) const {
  const Vec3 local = type::inverseRotate(m_turn, p - m_origin);
  const auto& box = grid()->sampleBox();
  const double side = d_flipNormals.value() ? -1 : 1, margin = reach;
  if (side > 0 && ((local - box.min).minCoeff() < -margin || (box.max - local).minCoeff() < -margin))
    return std::nullopt;
  if (!grid()->covers(local)) {
    if (side > 0 && !std::exchange(m_toldOfUncovered, true))
      warning(
          "Points {:.3g} from the surface could be in contact, but the grid does not reach as far there: they pass. "
          "Give "
          "a larger box.",
          reach);
    return std::nullopt;
  }
  const double distance = side * grid()->interpolate(local);
  if (!(distance < reach)) return std::nullopt;
  const Vec3 gradient = side * m_source.slope(*grid(), local);
  if (gradient.isZero(0)) return std::nullopt;
  const Vec3 normal = type::rotate(m_turn, gradient.normalized());
  return Seen{p - distance * normal, normal, distance};
}

namespace {

/// Points that stay where they are, of a grid that nothing moves.
class FixedPoints final : public core::ContactPoints {
 public:
  FixedPoints(core::Node& parent, const std::string& modelName) : m_node(parent, modelName) {}
  core::State<type::Vec3Types>& state() override { return m_node.state(); }
  void restart(std::size_t) override { m_places.clear(); }
  Index attach(const Vec3& point, Index, double& radius) override {
    radius = 0;
    m_places.push_back(point);
    return static_cast<Index>(m_places.size() - 1);
  }
  void finish() override {
    state().resize(m_places.size());
    std::ranges::copy(m_places, state().writeCoords(core::vec::position).begin());
  }
  void archive(core::Archive& archive) override { archive.io(m_places); }
  bool owns(const core::Component& component) const override { return component.context() == m_node.node(); }

 private:
  ContactPointsNode m_node;
  std::vector<Vec3> m_places;
};

}  // namespace

std::unique_ptr<core::ContactPoints> RigidDistanceGridCollisionModel::createContactPoints() {
  if (m_state) return std::make_unique<RigidContactPoints>(*m_state, name());
  return std::make_unique<FixedPoints>(*context(), name());
}

void RigidDistanceGridCollisionModel::draw(core::DrawList& list) const {
  CollisionModel::draw(list);
  if (!grid() || !list.shows(type::DisplayFlags::CollisionModels)) return;
  if (d_showMeshPoints.value()) list.points(m_samples, 3, drawnColor());
  if (!d_showGridPoints.value()) return;
  const auto& n = grid()->size();
  for (int k = 0; k < n[2]; ++k)
    for (int j = 0; j < n[1]; ++j)
      for (int i = 0; i < n[0]; ++i) {
        const double d = grid()->distances()[grid()->index(i, j, k)];
        if ((d_showMinDist.isSet() && d < d_showMinDist.value()) ||
            (d_showMaxDist.isSet() && d > d_showMaxDist.value()))
          continue;
        list.point(toSpace(grid()->point(i, j, k)), 2, d < 0 ? type::Color{1, 0, 0, 1} : type::Color{0, 0, 1, 1});
      }
}

namespace {
const auto registered = core::Register("RigidDistanceGridCollisionModel", "SofaDistanceGrid",
                                       "a rigid body known by a grid of distances from its surface, as an obstacle")
                            .add<RigidDistanceGridCollisionModel>();
}  // namespace

}  // namespace sofa::component::collision
