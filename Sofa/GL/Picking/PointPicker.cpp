// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GL/Picking/PointPicker.h"

#include "Sofa/Component/Collision/SphereCollisionModel.h"
#include "Sofa/Component/Visual/VisualModelImpl.h"
#include "Sofa/Core/Contract/Mapping.h"

namespace sofa::gl {

using component::collision::BaseSphereCollisionModel;
using component::visual::VisualModelImpl;
using core::BaseState;
using geometry::Ray;
using geometry::RayHit;
using type::Index;
using type::Vec3;

namespace {

constexpr double nowhere = std::numeric_limits<double>::infinity();

/// The state that a mapping of the node, or a linked Data, takes the positions of `state` from; null if it moves by
/// itself.
BaseState* inputOf(const BaseState& state) {
  if (!state.context()) return nullptr;
  for (const auto& component : state.context()->components()) {
    const auto* mapping = dynamic_cast<const core::BaseMapping*>(component.get());
    if (!mapping) continue;
    const auto outputs = mapping->outputs();
    if (std::find(outputs.begin(), outputs.end(), &state) == outputs.end()) continue;
    for (auto* input : mapping->inputs())
      if (input) return input;
  }
  const auto* position = state.findData("position");
  return position && position->parent() ? dynamic_cast<BaseState*>(position->parent()->owner()) : nullptr;
}

BaseState* mechanicalInput(const BaseState& model) {
  BaseState* state = inputOf(model);
  for (int depth = 0; state && !state->isMechanical() && depth < 100; ++depth) state = inputOf(*state);
  return state && state->isMechanical() ? state : nullptr;
}

/// Positions of a state in space; of Vec3 states without a copy.
class Points {
 public:
  explicit Points(const BaseState& state) : m_state(state) {
    if (const auto* vec3 = dynamic_cast<const core::State<type::Vec3Types>*>(&state)) m_vec3 = &vec3->positions();
  }
  explicit Points(const std::vector<Vec3>& points, const BaseState& state) : m_state(state), m_vec3(&points) {}
  std::size_t size() const { return m_vec3 ? m_vec3->size() : m_state.size(); }
  Vec3 operator[](std::size_t i) const { return m_vec3 ? (*m_vec3)[i] : m_state.pointPosition(i); }

 private:
  const BaseState& m_state;
  const std::vector<Vec3>* m_vec3 = nullptr;
};

/// The nearest triangle that a ray meets.
class TriangleSearch {
 public:
  TriangleSearch(const Ray& ray, const Points& points) : m_ray(ray), m_points(points) {}

  void triangle(Index a, Index b, Index c) {
    const std::size_t n = m_points.size();
    if (a >= n || b >= n || c >= n) return;
    const auto found = geometry::hitTriangle(m_ray, m_points[a], m_points[b], m_points[c]);
    if (!found || !(found->distance < hit.distance)) return;
    hit = *found;
    corners = {a, b, c};
  }
  void quad(Index a, Index b, Index c, Index d) { triangle(a, b, c), triangle(a, c, d); }
  /// Volumes by their faces: the nearest is an outer one.
  void mesh(const core::BaseMeshTopology& topology) {
    for (const auto& t : topology.tetrahedra())
      triangle(t[0], t[1], t[2]), triangle(t[0], t[1], t[3]), triangle(t[0], t[2], t[3]), triangle(t[1], t[2], t[3]);
    for (const auto& h : topology.hexahedra()) {
      quad(h[0], h[1], h[2], h[3]), quad(h[4], h[5], h[6], h[7]), quad(h[0], h[1], h[5], h[4]);
      quad(h[1], h[2], h[6], h[5]), quad(h[2], h[3], h[7], h[6]), quad(h[3], h[0], h[4], h[7]);
    }
    if (!topology.tetrahedra().empty() || !topology.hexahedra().empty()) return;
    faces(topology.triangles(), topology.quads());
  }
  void faces(const std::vector<type::Triangle>& triangles, const std::vector<type::Quad>& quads) {
    for (const auto& t : triangles) triangle(t[0], t[1], t[2]);
    for (const auto& q : quads) quad(q[0], q[1], q[2], q[3]);
  }

  RayHit hit{nowhere, {}};
  std::array<Index, 3> corners{};

 private:
  const Ray& m_ray;
  const Points& m_points;
};

bool turns(const BaseState& state) { return state.dataTypesName().starts_with("Rigid"); }

/// What of a scene a ray meets.
class Picker {
 public:
  Picker(simulation::Node& root, const Ray& ray) : m_ray(ray) {
    for (auto* node : root.order()) visit(*node);
  }

  std::optional<PickedPoint> result() const {
    const bool otherInFront = m_surface.distance < m_collision.distance && m_collision.state &&
                              drivingState(m_surface.state) != drivingState(m_collision.state);
    for (const auto* candidate : {otherInFront ? &m_surface : &m_collision, &m_surface, &m_particle})
      if (candidate->state) return describe(*candidate);
    return {};
  }

 private:
  struct Candidate {
    BaseState* state = nullptr;
    double distance = nowhere;
    std::vector<Index> points{};
    std::vector<double> weights{};
  };

  static bool isPickable(const BaseState* state) {
    return state && state->isMechanical() && state->context() && !state->d_tags.value().contains("NoPicking");
  }
  static bool isObstacle(const core::Node& node) {
    const auto models = node.allLocal<core::CollisionModel>();
    return std::any_of(models.begin(), models.end(), [](const auto* m) { return !m->d_simulated.value(); });
  }

  void visit(simulation::Node& node) {
    const bool obstacle = isObstacle(node);
    for (const auto& component : node.components()) {
      if (const auto* spheres = dynamic_cast<const BaseSphereCollisionModel*>(component.get())) meet(*spheres);
      if (const auto* model = dynamic_cast<const VisualModelImpl*>(component.get())) meet(*model);
      auto* state = dynamic_cast<BaseState*>(component.get());
      if (obstacle || !isPickable(state)) continue;
      if (const auto* topology = node.slot<core::BaseMeshTopology>()) meet(*state, *topology);
      pass(*state);
    }
  }

  void meet(const BaseSphereCollisionModel& model) {
    if (!model.isValid() || !model.d_simulated.value() || !model.d_active.value() || !isPickable(model.state())) return;
    const Points centers(*model.state());
    for (std::size_t i = 0; i < std::min(centers.size(), model.radii().size()); ++i) {
      const auto hit = geometry::hitSphere(m_ray, centers[i], model.radii()[i]);
      if (hit && hit->distance < m_collision.distance)
        m_collision = {model.state(), hit->distance, {static_cast<Index>(i)}, {1}};
    }
  }

  void meet(BaseState& state, const core::BaseMeshTopology& topology) {
    const Points points(state);
    TriangleSearch search(m_ray, points);
    search.mesh(topology);
    if (!(search.hit.distance < m_surface.distance)) return;
    m_surface = {&state, search.hit.distance, {}, {}};
    if (turns(state)) {
      const auto nearest = std::max_element(search.hit.weights.begin(), search.hit.weights.end());
      m_surface.points = {search.corners[static_cast<std::size_t>(nearest - search.hit.weights.begin())]};
      m_surface.weights = {1};
    } else {
      m_surface.points.assign(search.corners.begin(), search.corners.end());
      m_surface.weights.assign(search.hit.weights.begin(), search.hit.weights.end());
    }
  }

  void meet(const VisualModelImpl& model) {
    BaseState* state = mechanicalInput(model);
    if (!model.d_enable.value() || !isPickable(state) || isObstacle(*state->context())) return;
    const Points vertices(model.drawnVertices(), model);
    TriangleSearch search(m_ray, vertices);
    search.faces(model.d_triangles.value(), model.d_quads.value());
    if (!(search.hit.distance < m_surface.distance)) return;
    const Vec3 place = m_ray.origin + search.hit.distance * m_ray.direction;
    const Points points(*state);
    double best = nowhere;
    Index nearest = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double distance = (points[i] - place).squaredNorm();
      if (!(distance < best)) continue;
      best = distance;
      nearest = static_cast<Index>(i);
    }
    if (best < nowhere) m_surface = {state, search.hit.distance, {nearest}, {1}};
  }

  /// Keeps the particle nearest to the ray and, of equally near ones, to its origin.
  void pass(BaseState& state) {
    const Points points(state);
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!(m_ray.direction.dot(points[i] - m_ray.origin) >= 0)) continue;
      const auto d = geometry::distanceTo(m_ray, points[i]);
      if (!(d.aside < m_aside || (d.aside == m_aside && d.along < m_particle.distance))) continue;
      m_aside = d.aside;
      m_particle = {&state, d.along, {static_cast<Index>(i)}, {1}};
    }
  }

  PickedPoint describe(const Candidate& candidate) const {
    PickedPoint picked;
    picked.state = std::static_pointer_cast<BaseState>(candidate.state->shared_from_this());
    picked.points = candidate.points;
    picked.weights = candidate.weights;
    picked.distance = candidate.distance;
    const Vec3 seen = m_ray.origin + candidate.distance * m_ray.direction;
    if (turns(*candidate.state) && &candidate != &m_particle) {
      picked.position = seen;
    } else {
      for (std::size_t i = 0; i < picked.points.size(); ++i)
        picked.position += picked.weights[i] * candidate.state->pointPosition(picked.points[i]);
    }
    picked.aside = (picked.position - seen).norm();
    const auto& state = *candidate.state;
    picked.description = fmt::format("Index {} of {} : {}", picked.nearestPoint(), state.path(), state.className());
    if (!state.templateName().empty()) picked.description += "<" + state.templateName() + ">";
    return picked;
  }

  const Ray& m_ray;
  Candidate m_collision, m_surface, m_particle;
  double m_aside = nowhere;
};

}  // namespace

// Mappings have no cycles, but links of Data between states might name each other.
const BaseState* drivingState(const BaseState* state) {
  for (int depth = 0; depth < 100; ++depth) {
    const auto* input = inputOf(*state);
    if (!input) break;
    state = input;
  }
  return state;
}

Index PickedPoint::nearestPoint() const {
  const auto largest = std::max_element(weights.begin(), weights.end());
  return points.empty() ? 0 : points[static_cast<std::size_t>(largest - weights.begin())];
}

std::optional<PickedPoint> pickPoint(simulation::Node& root, const Ray& ray) {
  if (!root.isActive()) return {};
  return Picker(root, ray).result();
}

}  // namespace sofa::gl
