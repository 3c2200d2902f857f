// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Topology/QuadraticMeshTopology.h"

#include <map>

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/FiniteElement/SolidElement.h"

namespace sofa::component::topology {

namespace {

/// Nodes between corners, each made once, by the corners whose mean it is.
class MiddleNodes {
 public:
  explicit MiddleNodes(std::vector<type::Vec3>& points) : m_points(points) {}

  /// The node where these shares of the corners meet.
  template <class Linear, class Share>
  type::Index at(const Linear& corners, const Share& share) {
    std::vector<type::Index> parents;
    type::Vec3 place = type::Vec3::Zero();
    for (std::size_t c = 0; c < corners.size(); ++c) {
      const double part = share[static_cast<Eigen::Index>(c)];
      if (std::abs(part) < 1e-9) continue;
      parents.push_back(corners[c]);
      place += part * m_points[corners[c]];
    }
    if (parents.size() == 1) return parents[0];
    std::ranges::sort(parents);
    const auto [found, isNew] = m_nodes.try_emplace(parents, static_cast<type::Index>(m_points.size()));
    if (isNew) m_points.push_back(place);
    return found->second;
  }

  template <class Linear, class Quadratic>
  void elevate(const std::vector<Linear>& from, core::Data<std::vector<Quadratic>>& to) {
    std::vector<Quadratic> made;
    for (const Linear& corners : from) {
      if (*std::ranges::max_element(corners) >= m_points.size()) continue;  // the input tells of it
      Quadratic& element = made.emplace_back();
      for (std::size_t n = 0; n < element.size(); ++n)
        element[n] = at(corners, fem::ReferenceElement<Linear>::shape(fem::nodeOf<Quadratic>(static_cast<int>(n))));
    }
    to.set(std::move(made));
  }

 private:
  std::vector<type::Vec3>& m_points;
  std::map<std::vector<type::Index>, type::Index> m_nodes;
};

}  // namespace

void QuadraticMeshTopology::init() {
  m_elements = {};
  m_edges.clear();
  m_triangles.clear();
  m_quads.clear();
  m_tetrahedra.clear();
  m_hexahedra.clear();
  if (l_input)
    elevate(*l_input);
  else if (l_input.isGiven())
    return setInvalid();
  bool any = take(d_edges3);
  for (const bool taken : {take(d_triangles6), take(d_quads8), take(d_quads9), take(d_tetrahedra10),
                           take(d_hexahedra20), take(d_hexahedra27)})
    any |= taken;
  if (!any)
    warning("There are no elements: set input to a linear mesh, or give a list of quadratic ones such as hexahedra27.");
  addCorners<type::Edge3>(m_edges);
  addCorners<type::Triangle6>(m_triangles);
  addCorners<type::Quad8>(m_quads);
  addCorners<type::Quad9>(m_quads);
  addCorners<type::Tetrahedron10>(m_tetrahedra);
  addCorners<type::Hexahedron20>(m_hexahedra);
  addCorners<type::Hexahedron27>(m_hexahedra);
  setValid();
}

void QuadraticMeshTopology::elevate(const core::BaseMeshTopology& linear) {
  std::vector<type::Vec3> points;
  for (std::size_t i = 0; i < linear.nbPoints(); ++i) points.push_back(linear.position(i));
  MiddleNodes nodes(points);
  const bool lagrange = d_family.value().is("lagrange");
  if (!linear.hexahedra().empty() || !linear.tetrahedra().empty()) {
    nodes.elevate(linear.tetrahedra(), d_tetrahedra10);
    lagrange ? nodes.elevate(linear.hexahedra(), d_hexahedra27) : nodes.elevate(linear.hexahedra(), d_hexahedra20);
  } else if (!linear.quads().empty()) {  // grids cut theirs into triangles besides
    lagrange ? nodes.elevate(linear.quads(), d_quads9) : nodes.elevate(linear.quads(), d_quads8);
  } else if (!linear.triangles().empty()) {
    nodes.elevate(linear.triangles(), d_triangles6);
  } else {
    nodes.elevate(linear.edges(), d_edges3);
  }
  d_position.set(std::move(points));
}

/// Takes the elements of a list; those that name points that are not there are left out with an error.
template <class Element>
bool QuadraticMeshTopology::take(const List<Element>& data) {
  auto& list = std::get<std::vector<Element>>(m_elements);
  for (std::size_t e = 0; e < data.value().size(); ++e) {
    const type::Index last = *std::ranges::max_element(data.value()[e]);
    if (last < nbPoints())
      list.push_back(data.value()[e]);
    else if (list.size() == e)
      error("Element {} of {} names point {}, but there are {}: it and any other such element is left out.", e,
            data.name(), last, nbPoints());
  }
  return !list.empty();
}

template <class Quadratic, class Linear>
void QuadraticMeshTopology::addCorners(std::vector<Linear>& corners) const {
  for (const Quadratic& element : elements<Quadratic>()) {
    Linear& made = corners.emplace_back();
    std::copy_n(element.begin(), made.size(), made.begin());
  }
}

namespace {
const auto registered = core::Register("QuadraticMeshTopology", "Sofa.Component.Topology.Container.Constant",
                                       "a mesh of quadratic elements, or the one that a linear mesh becomes")
                            .add<QuadraticMeshTopology>();
}  // namespace

}  // namespace sofa::component::topology
