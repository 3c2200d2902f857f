// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/MechanicalLoad/SolidSurfaceForceField.h"

#include <map>
#include <tuple>

#include "Sofa/Component/MechanicalLoad/CrossMatrix.h"
#include "Sofa/Core/Contract/DrawList.h"
#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/Contract/SolidElements.h"
#include "Sofa/FiniteElement/LinearElement.h"
#include "Sofa/Helper/PiecewiseLinear.h"

namespace sofa::component::mechanicalload {

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!core::requireMesh(*this, l_topology, {.such = "QuadraticMeshTopology"})) return;
  if (const auto problem = helper::problemOfPiecewiseLinear(d_times.value(), d_factors.value()); !problem.empty()) {
    this->error("{}", problem);
    return this->setInvalid();
  }
  for (const core::BaseData* data :
       std::initializer_list<const core::BaseData*>{&d_indices, &d_traction, &d_totalForce, &d_pressure, &d_thickness})
    this->trackData(*data);
  setFactor(this->context()->time());
  makeFaces();
  if (m_faces.empty())
    this->warning("No face of kind {} of {} has all of its {} nodes among the {} indices: nothing is loaded.",
                  Reference::name, l_topology->path(), faceNodes, d_indices.value().size());
}

template <class DataTypes, class Element>
bool SolidSurfaceForceField<DataTypes, Element>::topologyChanged(const core::MeshChanges&) {
  makeFaces();
  return true;
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::setFactor(double time) {
  m_factor = helper::piecewiseLinear(d_times.value(), d_factors.value(), time);
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::beginStep(const core::MechanicalParams& params) {
  setFactor(this->context()->time() + params.dt);
}

/// The faces of the surface: those of one element only.
template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::makeFaces() {
  m_faces.clear();
  m_sign.clear();
  m_nodeArea.clear();
  m_tangents.clear();
  m_area = 0;
  if (!this->mstate()) return;
  const auto& rest = this->mstate()->restPositions();
  std::vector<bool> chosen(rest.size(), d_indices.value().empty());
  for (const type::Index i : d_indices.value())
    if (i < chosen.size()) chosen[i] = true;
  std::map<std::vector<type::Index>, int> uses;
  std::vector<std::tuple<std::vector<type::Index>, Face, bool>> found;
  for (const Element& element : core::elementsOf<Element>(*l_topology)) {
    if (*std::ranges::max_element(element) >= rest.size()) continue;  // the elements' force field tells
    fem::ElementPoints<Element, dimension> p;
    for (std::size_t n = 0; n < p.size(); ++n) p[n] = rest[element[n]];
    const auto inside = fem::solidQuadrature<Element>()[0].at;
    const bool flipped =
        fem::jacobian<Element, dimension>(p, fem::ReferenceElement<Element>::gradient(inside)).determinant() < 0;
    for (int k = 0; k < static_cast<int>(std::size(fem::SolidElement<Element>::faces)); ++k) {
      Face face;
      const auto local = fem::faceNodes<Element>(k);
      for (std::size_t n = 0; n < face.size(); ++n) face[n] = element[static_cast<std::size_t>(local[n])];
      if (!std::ranges::all_of(face, [&](type::Index i) { return chosen[i]; })) continue;
      std::vector<type::Index> key(face.begin(), face.end());
      std::ranges::sort(key);
      ++uses[key];
      found.emplace_back(std::move(key), face, flipped);
    }
  }
  for (const auto& [key, face, flipped] : found)
    if (uses[key] == 1) addFace(face, flipped);
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::addFace(const Face& face, bool flipped) {
  m_faces.push_back(face);
  m_sign.push_back(flipped ? -1 : 1);
  Shape nodes = Shape::Zero();
  for (const auto& q : fem::loadQuadrature<Face>())
    nodes += (q.weight * thickness() *
              areaVector(slopes(face, this->mstate()->restPositions(), Reference::gradient(q.at))).norm()) *
             Reference::shape(q.at);
  m_nodeArea.push_back(nodes);
  m_area += nodes.sum();
}

template <class DataTypes, class Element>
auto SolidSurfaceForceField<DataTypes, Element>::slopes(const Face& face, const VecCoord& x,
                                                        const type::Mat<faceNodes, dimension - 1>& gradient) const
    -> Slopes {
  Slopes s = Slopes::Zero();
  for (int n = 0; n < faceNodes; ++n) s += x[face[static_cast<std::size_t>(n)]] * gradient.row(n);
  return s;
}

/// Outward, per unit of the reference face.
template <class DataTypes, class Element>
auto SolidSurfaceForceField<DataTypes, Element>::areaVector(const Slopes& s) -> Vector {
  if constexpr (dimension == 2)
    return Vector(s(1, 0), -s(0, 0));
  else
    return Vector(s.col(0)).cross(Vector(s.col(1)));
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::addForce(const core::MechanicalParams&, VecDeriv& f, const VecCoord& x,
                                                          const VecDeriv&) {
  if (!this->isValid() || m_faces.empty()) return;
  const Vector traction = m_factor * (d_traction.value() + d_totalForce.value() / m_area);
  const double pressure = m_factor * d_pressure.value() * thickness();
  for (std::size_t k = 0; k < m_faces.size(); ++k) {
    const Face& face = m_faces[k];
    for (int n = 0; n < faceNodes; ++n) f[face[static_cast<std::size_t>(n)]] += traction * m_nodeArea[k][n];
    if (pressure == 0) continue;
    for (const auto& q : fem::loadQuadrature<Face>()) {
      const Vector push = -pressure * m_sign[k] * q.weight * areaVector(slopes(face, x, Reference::gradient(q.at)));
      const Shape shape = Reference::shape(q.at);
      for (int n = 0; n < faceNodes; ++n) f[face[static_cast<std::size_t>(n)]] += shape[n] * push;
    }
  }
}

/// With the slopes a and b of a face d(a x b) = da x b + a x db.
template <class DataTypes, class Element>
auto SolidSurfaceForceField<DataTypes, Element>::tangent(std::size_t k, const VecCoord& x) const -> FaceMatrix {
  FaceMatrix result = FaceMatrix::Zero();
  for (const auto& q : fem::loadQuadrature<Face>()) {
    const auto gradient = Reference::gradient(q.at);
    const Slopes s = slopes(m_faces[k], x, gradient);
    const Shape shape = Reference::shape(q.at);
    const double factor = -m_factor * d_pressure.value() * thickness() * m_sign[k] * q.weight;
    for (int m = 0; m < faceNodes; ++m) {
      type::Mat<dimension> change;
      if constexpr (dimension == 2)
        change << 0, gradient(m, 0), -gradient(m, 0), 0;
      else
        change = gradient(m, 1) * crossMatrix(s.col(0)) - gradient(m, 0) * crossMatrix(s.col(1));
      for (int n = 0; n < faceNodes; ++n)
        result.template block<dimension, dimension>(dimension * n, dimension * m) += factor * shape[n] * change;
    }
  }
  return result;
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::linearise(const core::MechanicalParams&, const VecCoord& x,
                                                           const VecDeriv&, core::Linearisation kind) {
  m_tangents.clear();
  // What is to be positive definite leaves the pressure's part out.
  if (!this->isValid() || d_pressure.value() == 0 || kind == core::Linearisation::positiveDefinite) return;
  for (std::size_t k = 0; k < m_faces.size(); ++k) m_tangents.push_back(tangent(k, x));
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::addDForce(const core::MechanicalParams&, VecDeriv& df,
                                                           const VecDeriv& dx, double kFactor) {
  for (std::size_t k = 0; k < m_tangents.size(); ++k) {
    type::Vec<faceNodes * dimension> u;
    for (int n = 0; n < faceNodes; ++n)
      u.template segment<dimension>(dimension * n) = dx[m_faces[k][static_cast<std::size_t>(n)]];
    u = (kFactor * (m_tangents[k] * u)).eval();
    for (int n = 0; n < faceNodes; ++n)
      df[m_faces[k][static_cast<std::size_t>(n)]] += u.template segment<dimension>(dimension * n);
  }
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  if (!this->mstate() || m_tangents.empty()) return;
  const auto dfdx = matrix->getForceDerivativeIn(this->mstate()).withRespectToPositionsIn(this->mstate());
  dfdx.template addElements<faceNodes, dimension>(m_faces, [&](std::size_t k, FaceMatrix& t) { t = m_tangents[k]; });
}

template <class DataTypes, class Element>
std::optional<double> SolidSurfaceForceField<DataTypes, Element>::potentialEnergy(
    const core::MechanicalParams& params) {
  if (!this->isValid() || !this->mstate() || m_faces.empty()) return 0;
  if (d_pressure.value() != 0) return {};
  const Vector traction = m_factor * (d_traction.value() + d_totalForce.value() / m_area);
  const VecCoord& x = this->mstate()->coords(params.x);
  double energy = 0;
  for (std::size_t k = 0; k < m_faces.size(); ++k)
    for (int n = 0; n < faceNodes; ++n)
      energy -= m_nodeArea[k][n] * traction.dot(x[m_faces[k][static_cast<std::size_t>(n)]]);
  return energy;
}

template <class DataTypes, class Element>
void SolidSurfaceForceField<DataTypes, Element>::draw(core::DrawList& list) const {
  if (!this->mstate() || !this->isValid() || !list.shows(type::DisplayFlags::ForceFields)) return;
  const VecCoord& x = this->mstate()->positions();
  constexpr int corners = dimension == 2 ? 2 : std::size(fem::SolidElement<Element>::faces[0]);
  for (const Face& face : m_faces)
    for (int n = 0; n < corners; ++n)
      list.line(DataTypes::position(x[face[static_cast<std::size_t>(n)]]),
                DataTypes::position(x[face[static_cast<std::size_t>((n + 1) % corners)]]), 1, {0, 1, 1, 1});
}

namespace {
const auto registered = core::addForSolids<SolidSurfaceForceField>(core::Register(
    "SolidSurfaceForceField", "Sofa.Component.MechanicalLoad", "tractions and pressures on faces of solid elements"));
}  // namespace

}  // namespace sofa::component::mechanicalload
