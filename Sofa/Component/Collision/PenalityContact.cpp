#include "Sofa/Component/Collision/PenalityContact.h"

#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::collision {

using core::CollisionModel;
using core::DetectionOutput;

PenalityContact::PenalityContact(CollisionModel& first, CollisionModel& second, const core::Intersection& intersection,
                                 std::unique_ptr<core::ContactPoints> points1,
                                 std::unique_ptr<core::ContactPoints> points2)
    : Contact(first, second),
      m_intersection(intersection),
      m_points1(std::move(points1)),
      m_points2(std::move(points2)),
      m_force(std::make_shared<PenalityContactForceField>()) {
  m_force->setClass("PenalityContactForceField", PenalityContactForceField::staticTemplateName());
  m_force->l_object1.set(&m_points1->state());
  m_force->l_object2.set(&m_points2->state());
  m_force->setValid();
  setResponse(m_force);
}

/// Of the outputs with the same id the deepest one counts, of equally deep ones the first.
void PenalityContact::selectOutputs(const std::vector<DetectionOutput>& outputs) {
  m_byId.resize(outputs.size());
  for (std::size_t i = 0; i < outputs.size(); ++i) m_byId[i] = static_cast<type::Index>(i);
  std::sort(m_byId.begin(), m_byId.end(), [&](type::Index a, type::Index b) {
    return std::tuple(outputs[a].id, outputs[a].value, a) < std::tuple(outputs[b].id, outputs[b].value, b);
  });
  m_selected.clear();
  for (std::size_t i = 0; i < m_byId.size(); ++i)
    if (i == 0 || outputs[m_byId[i]].id != outputs[m_byId[i - 1]].id) m_selected.push_back(m_byId[i]);
  std::sort(m_selected.begin(), m_selected.end());
}

int PenalityContact::ageOf(std::int64_t id) const {
  const auto at = std::ranges::lower_bound(m_ages, id, {}, &Age::id);
  return at != m_ages.end() && at->id == id ? at->age : 0;
}

/// Needs the order by id that selectOutputs() makes.
void PenalityContact::countAges(const std::vector<DetectionOutput>& outputs) {
  m_ages.swap(m_formerAges);
  m_ages.clear();
  auto former = m_formerAges.begin();
  for (const auto i : m_byId) {
    const auto id = outputs[i].id;
    if (!m_ages.empty() && m_ages.back().id == id) continue;
    while (former != m_formerAges.end() && former->id < id) ++former;
    m_ages.push_back({id, former != m_formerAges.end() && former->id == id ? former->age + 1 : 0});
  }
}

/// A model that is not simulated is nevertheless moved by forces if the solver of its partner integrates it too.
bool PenalityContact::isObstacle(const CollisionModel& model, core::ContactPoints& partner) {
  if (model.d_simulated.value()) return false;
  const auto* solver = model.context()->up<core::OdeSolver>();
  return !solver || solver != partner.state().context()->up<core::OdeSolver>();
}

void PenalityContact::setOutputs(const std::vector<DetectionOutput>& outputs) {
  selectOutputs(outputs);
  countAges(outputs);
  const double stiffness = first().d_contactStiffness.value() * second().d_contactStiffness.value();
  const double skin =
      m_intersection.contactDistance() + first().d_contactDistance.value() + second().d_contactDistance.value();
  m_force->setObstacles(isObstacle(first(), *m_points2), isObstacle(second(), *m_points1));
  m_force->clear();
  m_points1->restart(m_selected.size());
  m_points2->restart(m_selected.size());
  for (const auto i : m_selected) {
    const DetectionOutput& output = outputs[i];
    double radius1 = 0, radius2 = 0;
    const auto index1 = m_points1->attach(output.point1, output.element1, radius1);
    const auto index2 = m_points2->attach(output.point2, output.element2, radius2);
    const double distance = skin + radius1 + radius2;
    m_force->add({index1, index2, output.normal, distance, distance == 0 ? stiffness : stiffness / distance, false,
                  ageOf(output.id)});
  }
  m_points1->finish();
  m_points2->finish();
}

namespace {
const core::RegisterContact registered("PenalityContactForceField",
                                       [](CollisionModel& a, CollisionModel& b,
                                          const core::Intersection& intersection) -> std::unique_ptr<core::Contact> {
                                         auto points1 = a.createContactPoints();
                                         auto points2 = b.createContactPoints();
                                         if (!points1 || !points2) return nullptr;
                                         return std::make_unique<PenalityContact>(
                                             a, b, intersection, std::move(points1), std::move(points2));
                                       });
}  // namespace

}  // namespace sofa::component::collision
