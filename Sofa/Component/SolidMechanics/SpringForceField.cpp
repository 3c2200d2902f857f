// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SolidMechanics/SpringForceField.h"

#include "Sofa/Component/SolidMechanics/SpringMatrix.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/ObjectModel/Archive.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/File.h"
#include "Sofa/Helper/Mesh/FormatError.h"
#include "Sofa/Helper/Mesh/XspFile.h"
#include "Sofa/Helper/ResourcePath.h"
#include "Sofa/Simulation/Scene/FollowMesh.h"

namespace sofa::component::solidmechanics {
namespace {

/// Entry i of a list whose last entry repeats.
template <class T>
T entry(const std::vector<T>& list, std::size_t i, T absent) {
  return list.empty() ? absent : list[std::min(i, list.size() - 1)];
}

}  // namespace

template <class DataTypes>
void SpringForceField<DataTypes>::init() {
  Base::init();
  if (!this->isValid()) return;
  if (!makeSprings()) {
    d_springs.set({});
    this->setInvalid();
    return;
  }
  listsFromSprings();
  invalidateKernel();
  for (const core::BaseData* data : std::initializer_list<const core::BaseData*>{
           &d_springs, &d_indices1, &d_indices2, &d_stiffness, &d_damping, &d_lengths, &d_elongationOnly, &d_enabled})
    this->trackData(*data);
  this->setValid();
}

namespace {

/// Takes the marked values out, of a list with one for each spring.
template <class List>
void dropMarked(core::Data<List>& data, const std::vector<bool>& marked) {
  const bool given = data.isSet();
  auto values = data.value();
  simulation::dropMarked(values, marked);
  data.set(std::move(values));
  if (!given) data.unset();
}

/// A list of flags as numbers, which an archive can hold.
void archiveFlags(core::Archive& archive, core::Data<std::vector<bool>>& data) {
  std::vector<char> flags(data.value().begin(), data.value().end());
  archive.io(flags);
  if (archive.isLoading() && archive.isGood()) data.set(std::vector<bool>(flags.begin(), flags.end()));
}

}  // namespace

template <class DataTypes>
bool SpringForceField<DataTypes>::topologyChanged(const core::MeshChanges& changes) {
  if (!this->isValid() || !this->l_object1 || !this->l_object2) return false;
  if (changes.steps.empty()) return true;
  auto springs = d_springs.value();
  simulation::PairedPoints ends;
  for (const auto& spring : springs) {
    ends.first.push_back(spring.first);
    ends.second.push_back(spring.second);
  }
  const auto gone = simulation::followPairs(ends, *this->l_object1, *this->l_object2, changes);
  for (std::size_t i = 0; i < springs.size(); ++i) {
    springs[i].first = ends.first[i];
    springs[i].second = ends.second[i];
  }
  d_springs.set(std::move(springs));
  for (auto* flags : {&d_elongationOnly, &d_enabled}) dropMarked(*flags, gone);
  dropMarked(d_springs, gone);
  this->updateTrackedData();
  return true;
}

template <class DataTypes>
void SpringForceField<DataTypes>::archive(core::Archive& archive) {
  if (!archive.sizesDiffer()) return;
  auto springs = d_springs.value();
  archive.io(springs);
  for (auto* flags : {&d_elongationOnly, &d_enabled}) archiveFlags(archive, *flags);
  if (!archive.isLoading() || !archive.isGood()) return;
  d_springs.set(std::move(springs));
  this->updateTrackedData();
}

template <class DataTypes>
bool SpringForceField<DataTypes>::makeSprings() {
  if (!d_fileSprings.value().empty() && !loadFile()) return false;
  if (d_springs.value().empty()) springsFromLists();
  return true;
}

template <class DataTypes>
bool SpringForceField<DataTypes>::loadFile() {
  const std::filesystem::path base = this->folder();
  const auto& path = helper::ResourcePath::data();
  const auto file = path.find(d_fileSprings.value(), base);
  if (!file) {
    this->error("Spring file \"{}\" not found in {}.", d_fileSprings.value(), path.describe(base));
    return false;
  }
  try {
    const auto content = helper::mesh::readXsp(helper::readFile(*file).value_or(""));
    const bool given = d_springs.isSet();
    auto& all = d_springs.edit();
    if (!given) all.clear();  // those that an earlier initialisation read
    for (const auto& s : content.springs) all.push_back({s.first, s.second, s.stiffness, s.damping, s.restLength});
  } catch (const helper::mesh::FormatError& problem) {
    this->error("Cannot read file '{}': {}", file->string(), problem.what());
    return false;
  }
  return true;
}

template <class DataTypes>
void SpringForceField<DataTypes>::springsFromLists() {
  const Indices &first = d_indices1.value(), &second = d_indices2.value();
  Springs springs;
  if (first.size() != second.size()) {
    this->error("indices1 holds {} points and indices2 {}: each spring needs one of each, so there are none.",
                first.size(), second.size());
  } else {
    const auto checkSize = [&](const auto& data) {
      const std::size_t size = data.value().size();
      if (data.isSet() && size > 1 && size != first.size())
        this->warning("{} holds {} values for {} springs: {}.", data.name(), size, first.size(),
                      size < first.size() ? "the last one is repeated" : "those beyond are not used");
    };
    checkSize(d_stiffness);
    checkSize(d_damping);
    checkSize(d_lengths);
    springs.reserve(first.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      springs.push_back({first[i], second[i], entry(d_stiffness.value(), i, 100.0), entry(d_damping.value(), i, 5.0),
                         entry(d_lengths.value(), i, 0.0)});
  }
  d_springs.set(std::move(springs));
}

template <class DataTypes>
void SpringForceField<DataTypes>::listsFromSprings() {
  const Springs& springs = d_springs.value();
  if (springs.empty()) return;
  const auto column = [&](auto& data, auto member) {
    auto& list = data.edit();
    list.clear();
    for (const auto& s : springs) list.push_back(s.*member);
  };
  column(d_indices1, &fem::LinearSpring::first);
  column(d_indices2, &fem::LinearSpring::second);
  column(d_stiffness, &fem::LinearSpring::stiffness);
  column(d_damping, &fem::LinearSpring::damping);
  column(d_lengths, &fem::LinearSpring::restLength);
}

template <class DataTypes>
void SpringForceField<DataTypes>::dataChanged() {
  const auto& tracker = this->tracker();
  if (tracker.changed(d_springs))
    listsFromSprings();
  else if (tracker.changed(d_indices1) || tracker.changed(d_indices2) || tracker.changed(d_stiffness) ||
           tracker.changed(d_damping) || tracker.changed(d_lengths))
    springsFromLists();
  invalidateKernel();
}

template <class DataTypes>
void SpringForceField<DataTypes>::buildKernel(std::size_t size1, std::size_t size2) {
  const Springs& springs = d_springs.value();
  m_kernel.clear();
  m_kernel.reserve(springs.size());
  bool reported = false;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const auto& s = springs[i];
    if (s.first < size1 && s.second < size2) {
      m_kernel.add(s, entry(d_elongationOnly.value(), i, false), entry(d_enabled.value(), i, true), pushesOnly());
    } else if (!reported) {
      reported = true;
      this->error(
          "Spring {} binds points {} and {}, but the states have {} and {} points: this and any other such spring is "
          "left out.",
          i, s.first, s.second, size1, size2);
    }
  }
  addMoreSprings(m_kernel);
  m_stale = false;
  m_size1 = size1;
  m_size2 = size2;
}

template <class DataTypes>
bool SpringForceField<DataTypes>::prepare(std::size_t size1, std::size_t size2) {
  if (!this->isValid()) return false;
  if (m_stale || m_size1 != size1 || m_size2 != size2) buildKernel(size1, size2);
  return true;
}

template <class DataTypes>
void SpringForceField<DataTypes>::addForce(const core::MechanicalParams&, VecDeriv& f1, VecDeriv& f2,
                                           const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                                           const VecDeriv& v2) {
  if (prepare(x1.size(), x2.size())) m_kernel.addForce(f1, f2, x1, x2, v1, v2);
}

template <class DataTypes>
void SpringForceField<DataTypes>::linearise(const core::MechanicalParams&, const VecCoord& x1, const VecCoord& x2,
                                            const VecDeriv& v1, const VecDeriv& v2, core::Linearisation kind) {
  if (prepare(x1.size(), x2.size())) m_kernel.linearise(x1, x2, v1, v2, kind == core::Linearisation::positiveDefinite);
}

template <class DataTypes>
void SpringForceField<DataTypes>::addForceAndLinearise(const core::MechanicalParams&, VecDeriv& f1, VecDeriv& f2,
                                                       const VecCoord& x1, const VecCoord& x2, const VecDeriv& v1,
                                                       const VecDeriv& v2, core::Linearisation kind) {
  if (prepare(x1.size(), x2.size()))
    m_kernel.addForceAndLinearise(f1, f2, x1, x2, v1, v2, kind == core::Linearisation::positiveDefinite);
}

template <class DataTypes>
std::optional<double> SpringForceField<DataTypes>::potentialEnergy(const core::MechanicalParams& params) {
  if (!this->l_object1 || !this->l_object2) return 0;
  const VecCoord &x1 = this->l_object1->coords(params.x), &x2 = this->l_object2->coords(params.x);
  return prepare(x1.size(), x2.size()) ? m_kernel.energy(x1, x2) : 0;
}

template <class DataTypes>
bool SpringForceField<DataTypes>::isConservative() const {
  return std::ranges::all_of(d_springs.value(), [](const fem::LinearSpring& s) { return s.damping == 0; });
}

template <class DataTypes>
void SpringForceField<DataTypes>::addDForce(const core::MechanicalParams&, VecDeriv& df1, VecDeriv& df2,
                                            const VecDeriv& dx1, const VecDeriv& dx2, double kFactor, double) {
  if (m_size1 == dx1.size() && m_size2 == dx2.size()) m_kernel.addDForce(df1, df2, dx1, dx2, kFactor);
}

template <class DataTypes>
void SpringForceField<DataTypes>::buildStiffnessMatrix(core::StiffnessMatrix* matrix) {
  const auto *first = this->l_object1.get(), *second = this->l_object2.get();
  if (!this->isValid() || !first || !second || m_size1 != first->size() || m_size2 != second->size()) return;
  const std::size_t count = std::min(assembledSprings(), m_kernel.size());
  if (first == second)
    addSpringMatrices(matrix->getForceDerivativeIn(first).withRespectToPositionsIn(first), m_kernel, count);
  else
    buildBetween(*matrix, count);
}

template <class DataTypes>
void SpringForceField<DataTypes>::buildBetween(core::StiffnessMatrix& matrix, std::size_t count) const {
  const core::BaseState* states[] = {this->l_object1.get(), this->l_object2.get()};
  for (int a = 0; a < 2; ++a)
    for (int b = 0; b < 2; ++b) {
      auto dfdx = matrix.getForceDerivativeIn(states[a]).withRespectToPositionsIn(states[b]);
      for (std::size_t i = 0; i < count; ++i) {
        const auto spring = m_kernel.spring(i);
        const int row = static_cast<int>(a == 0 ? spring.first : spring.second) * DataTypes::derivSize;
        const int column = static_cast<int>(b == 0 ? spring.first : spring.second) * DataTypes::derivSize;
        if (a == b)
          dfdx(row, column) -= m_kernel.tangent(i);
        else
          dfdx(row, column) += m_kernel.tangent(i);
      }
    }
}

template <class DataTypes>
void SpringForceField<DataTypes>::draw(core::DrawList& list) const {
  if (!isShown(list)) return;
  constexpr double atRest = 0.9999;  // in parts of the rest length: shorter springs are compressed
  const bool within = this->l_object1.get() == this->l_object2.get();
  const type::Color compressed = within ? type::Color{1, 0.5f, 0, 1} : type::Color{1, 0, 0, 1},
                    stretched = within ? type::Color{0, 1, 0.5f, 1} : type::Color{0, 1, 0, 1};
  const auto style = static_cast<core::SegmentStyle>(std::clamp(d_drawMode.value(), 0, 2));
  forEachDrawn([&](const type::Vec3& from, const type::Vec3& to, const fem::LinearSpring& s) {
    const bool isShort = (to - from).norm() < atRest * s.restLength;
    core::drawSegment(list, style, from, to, d_showArrowSize.value(), isShort ? compressed : stretched);
  });
}

namespace {
const auto registered = core::Register("SpringForceField", "Sofa.Component.SolidMechanics.Spring",
                                       "springs between points, each with stiffness, damping and rest length")
                            .wasCalled("StiffSpringForceField")
                            .addAll<SpringForceField, type::Vec3Types, type::Vec2Types, type::Vec1Types,
                                    type::Vec6Types, type::Rigid3Types>();
}  // namespace

}  // namespace sofa::component::solidmechanics
