// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mass/FEMMass.h"

#include <numeric>

#include "Sofa/Core/Contract/ElementsOf.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshSearch.h"
#include "Sofa/Core/ObjectModel/ReadAtInit.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/FiniteElement/LinearElement.h"
#include "Sofa/FiniteElement/QuadraticElements.h"
#include "Sofa/Helper/Parallel.h"
#include "Sofa/LinearAlgebra/WeightedSum.h"

namespace sofa::component::mass {

namespace {

constexpr std::size_t chunk = 1024;  // points per task of a parallel product

/// A mass on the same elements that can be inverted point by point.
template <class Element>
constexpr const char* diagonalMass() {
  return std::is_same_v<Element, type::Prism> || std::is_same_v<Element, type::Pyramid> ||
                 type::QuadraticElement<Element>
             ? "UniformMass"
             : "DiagonalMass";
}

}  // namespace

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::init() {
  Base::init();
  if (!this->l_mstate) return;
  if (this->d_separateGravity.value())
    this->warning("separateGravity has no effect: this mass always adds its weight to the forces. Remove it.");
  if (std::tuple_size_v<decltype(Reference::quadrature())> < Reference::nodeCount)
    this->warning(
        "The quadrature of kind {} has fewer points than nodes: total mass and weight are exact, but the matrix may be "
        "singular. Use {} where it must be inverted, as explicit solvers do.",
        Reference::name, diagonalMass<Element>());
  reinit();
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::reinit() {
  m_elements.clear();
  m_rowSum.clear();
  m_refusedSize = false;
  if (!this->l_mstate || !findMesh() || !checkIndices()) return this->setInvalid();
  computeElements();
  assemble();
  shareMatrices();
  if (l_nodalMassDensity) core::readAtInit(*l_nodalMassDensity, {&l_nodalMassDensity->d_property});
  this->setValid();
}

template <class DataTypes, class Element>
bool FEMMass<DataTypes, Element>::findMesh() {
  if (!core::requireMesh(*this, l_topology, {.kind = "mesh whose elements have masses"})) return false;
  if (!l_nodalMassDensity) l_nodalMassDensity.set(this->context()->template up<NodalMassDensity>());
  if (l_nodalMassDensity) return true;
  this->error("No density is visible from this node: add a NodalMassDensity or set nodalMassDensity.");
  return false;
}

template <class DataTypes, class Element>
bool FEMMass<DataTypes, Element>::checkIndices() {
  const auto& list = core::elementsOf<Element>(*l_topology);
  if (list.empty()) this->warning("The topology {} has no elements of kind {}.", l_topology->path(), Reference::name);
  const std::size_t size = this->l_mstate->size();
  for (std::size_t e = 0; e < list.size(); ++e)
    for (const auto i : list[e]) {
      if (i < size) continue;
      this->error("{} {} of {} names point {}, but the mechanical state {} has {} points.", Reference::name, e,
                  l_topology->path(), i, this->l_mstate->path(), size);
      return false;
    }
  return true;
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::computeElements() {
  constexpr int dimension = DataTypes::spatialDimensions;
  m_elements = core::elementsOf<Element>(*l_topology);
  m_elementMass.resize(m_elements.size());
  const auto& rest = this->l_mstate->restPositions();
  for (std::size_t e = 0; e < m_elements.size(); ++e) {
    fem::ElementPoints<Element, dimension> x;
    type::Vec<Reference::nodeCount> density;
    for (int n = 0; n < Reference::nodeCount; ++n) {
      x[n] = rest[m_elements[e][n]];
      density[n] = l_nodalMassDensity->at(m_elements[e][n]);
    }
    m_elementMass[e] = fem::elementMass<Element, dimension>(x, density);
  }
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::assemble() {
  std::vector<std::vector<type::Index>> neighbours;
  for (const auto& element : m_elements)
    for (const auto i : element) {
      if (i >= neighbours.size()) neighbours.resize(i + 1);
      neighbours[i].insert(neighbours[i].end(), element.begin(), element.end());
    }
  m_start.assign(1, 0);
  m_column.clear();
  for (auto& row : neighbours) {
    std::ranges::sort(row);
    m_column.insert(m_column.end(), row.begin(), std::unique(row.begin(), row.end()));
    m_start.push_back(m_column.size());
  }
  m_value.assign(m_column.size(), 0.0);
  for (std::size_t e = 0; e < m_elements.size(); ++e)
    for (int a = 0; a < Reference::nodeCount; ++a)
      for (int b = 0; b < Reference::nodeCount; ++b) {
        const auto i = m_elements[e][a];
        const auto entry =
            std::lower_bound(m_column.begin() + static_cast<std::ptrdiff_t>(m_start[i]),
                             m_column.begin() + static_cast<std::ptrdiff_t>(m_start[i + 1]), m_elements[e][b]);
        m_value[static_cast<std::size_t>(entry - m_column.begin())] += m_elementMass[e](a, b);
      }
  for (std::size_t i = 0; i < neighbours.size(); ++i)
    m_rowSum.push_back(std::accumulate(m_value.begin() + static_cast<std::ptrdiff_t>(m_start[i]),
                                       m_value.begin() + static_cast<std::ptrdiff_t>(m_start[i + 1]), 0.0));
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::shareMatrices() {
  m_classes.clear();
  if constexpr (mayShare) {
    constexpr std::size_t maxClasses = 16;
    const auto isSame = [](const ElementMass& a, const ElementMass& b) {  // but for rounding of the places of the nodes
      return (a - b).cwiseAbs().maxCoeff() <= 1e-12 * a.cwiseAbs().maxCoeff();
    };
    std::vector<type::Index> classOf;
    for (const ElementMass& mass : m_elementMass) {
      const auto known = std::ranges::find_if(m_classes, [&](const ElementMass& some) { return isSame(some, mass); });
      classOf.push_back(static_cast<type::Index>(known - m_classes.begin()));
      if (known == m_classes.end()) m_classes.push_back(mass);
      if (m_classes.size() > maxClasses) return m_classes.clear();
    }
    if (m_classes.size() * fem::simdWidth > m_elements.size()) return m_classes.clear();  // most lanes would be empty
    m_blocks.build(m_elements, points(), classOf);
    m_classOfBlock.clear();
    m_lanes.clear();
    for (std::size_t b = 0; b < m_blocks.blockCount(); ++b) {
      m_classOfBlock.push_back(classOf[m_blocks.element(b, 0)]);
      fem::Pack& isThere = m_lanes.emplace_back().isThere;
      for (int l = 0; l < fem::simdWidth; ++l) isThere[l] = m_blocks.element(b, l) == m_blocks.noElement ? 0 : 1;
    }
  }
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::addSharedProduct(VecDeriv& res, const VecDeriv& dx, double factor) const {
  if constexpr (mayShare) {
    constexpr int n = Reference::nodeCount;
    m_blocks.template accumulate<Deriv>(dx, res, [&](unsigned block, const auto& u, auto& out) {
      const double* m = m_classes[m_classOfBlock[block]].data();
      const fem::Pack scale = factor * m_lanes[block].isThere;
      for (int c = 0; c < 3; ++c) {
        fem::Pack sum[n] = {};
        for (int b = 0; b < n; ++b)
          for (int a = 0; a < n; ++a) sum[a] += m[n * b + a] * u[b][c];
        for (int a = 0; a < n; ++a) out[a][c] = scale * sum[a];
      }
    });
  }
}

template <class DataTypes, class Element>
bool FEMMass<DataTypes, Element>::covers(std::size_t size) {
  if (size >= points()) return true;
  if (!m_refusedSize)
    this->error("The state {} has {} points left, but the mass was computed for {}: it has no effect.",
                this->l_mstate->path(), size, points());
  m_refusedSize = true;
  return false;
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::accumulateForce(const core::MechanicalParams&, core::VecDerivId f) {
  if (this->l_mstate) addWeight(this->l_mstate->writeDerivs(f), DataTypes::linear(this->context()->gravity()));
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::addWeight(VecDeriv& f, const Deriv& gravity) {
  if (!covers(f.size())) return;
  for (std::size_t i = 0; i < points(); ++i) f[i] += gravity * m_rowSum[i];
}

template <class DataTypes, class Element>
typename FEMMass<DataTypes, Element>::Deriv FEMMass<DataTypes, Element>::row(const VecDeriv& dx, std::size_t i) const {
  return linearalgebra::weightedSum<DataTypes::derivSize>(Deriv::Zero(),
                                                          {m_column.data() + m_start[i], m_start[i + 1] - m_start[i]},
                                                          m_value.data() + m_start[i], dx.data());
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::addMDx(VecDeriv& res, const VecDeriv& dx, double factor) {
  if (!covers(std::min(res.size(), dx.size()))) return;
  if (!m_classes.empty()) return addSharedProduct(res, dx, factor);
  helper::parallelChunks(points(), chunk, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) res[i] += row(dx, i) * factor;
  });
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::buildMassMatrix(core::MassMatrixAccumulator* matrix) {
  constexpr int n = Reference::nodeCount, d = DataTypes::derivSize;
  if (!this->l_mstate || m_elements.empty() || !covers(this->l_mstate->size())) return;
  matrix->matrix().template addElements<n, d>(m_elements, [&](std::size_t e, type::Mat<n * d, n * d>& k) {
    k.setZero();
    for (int a = 0; a < n; ++a)
      for (int b = 0; b < n; ++b) k.template block<d, d>(a * d, b * d).diagonal().setConstant(m_elementMass[e](a, b));
  });
}

template <class DataTypes, class Element>
void FEMMass<DataTypes, Element>::accFromF(VecDeriv&, const VecDeriv&) {
  if (!m_refusedAcceleration)
    this->error(
        "The mass matrix is not diagonal and cannot be inverted point by point: use {}, or a solver that solves a "
        "linear system.",
        diagonalMass<Element>());
  m_refusedAcceleration = true;
}

template <class DataTypes, class Element>
double FEMMass<DataTypes, Element>::kineticEnergy(const core::MechanicalParams& params) const {
  if (!this->l_mstate) return 0;
  const auto& v = this->l_mstate->derivs(params.v);
  double twice = 0;
  if (v.size() >= points())
    for (std::size_t i = 0; i < points(); ++i) twice += v[i].dot(row(v, i));
  return 0.5 * twice;
}

template <class DataTypes, class Element>
std::optional<double> FEMMass<DataTypes, Element>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->l_mstate) return 0;
  const auto& x = this->l_mstate->coords(params.x);
  type::Vec3 moment = type::Vec3::Zero();
  for (std::size_t i = 0; i < std::min(x.size(), points()); ++i) moment += m_rowSum[i] * DataTypes::position(x[i]);
  return -this->context()->gravity().dot(moment);
}

using namespace type;

namespace {
const auto registered =
    core::Register("FEMMass", "Sofa.Component.Mass", "the consistent mass matrix of elements of every kind")
        .add<FEMMass<Vec1Types, Edge>>()
        .add<FEMMass<Vec2Types, Edge>>()
        .add<FEMMass<Vec2Types, Quad>>()
        .add<FEMMass<Vec2Types, Quad8>>()
        .add<FEMMass<Vec2Types, Quad9>>()
        .add<FEMMass<Vec2Types, Triangle>>()
        .add<FEMMass<Vec2Types, Triangle6>>()
        .add<FEMMass<Vec3Types, Edge>>()
        .add<FEMMass<Vec3Types, Hexahedron>>()
        .add<FEMMass<Vec3Types, Hexahedron20>>()
        .add<FEMMass<Vec3Types, Hexahedron27>>()
        .add<FEMMass<Vec3Types, Prism>>()
        .add<FEMMass<Vec3Types, Pyramid>>()
        .add<FEMMass<Vec3Types, Quad>>()
        .add<FEMMass<Vec3Types, Tetrahedron>>()
        .add<FEMMass<Vec3Types, Tetrahedron10>>()
        .add<FEMMass<Vec3Types, Triangle>>();
}  // namespace

}  // namespace sofa::component::mass
