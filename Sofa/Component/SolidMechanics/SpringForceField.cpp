#include "Sofa/Component/SolidMechanics/SpringForceField.h"

#include "Sofa/Component/SolidMechanics/XspFile.h"
#include "Sofa/Core/Contract/MatrixAccumulator.h"
#include "Sofa/Core/Contract/MeshDrawing.h"
#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

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
  std::string problem;
  const auto springs = readXspFile(*file, problem);
  if (!springs) {
    this->error("{}: {}", file->string(), problem);
    return false;
  }
  auto& all = d_springs.edit();
  all.insert(all.end(), springs->begin(), springs->end());
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
      m_kernel.add(s, entry(d_elongationOnly.value(), i, false), entry(d_enabled.value(), i, true));
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
    buildWithin(*matrix, count);
  else
    buildBetween(*matrix, count);
}

/// Springs of one state: elements of two nodes.
template <class DataTypes>
void SpringForceField<DataTypes>::buildWithin(core::StiffnessMatrix& matrix, std::size_t count) const {
  constexpr int n = DataTypes::derivSize, m = fem::SpringKernel<DataTypes>::dimension;
  struct Ends {
    const fem::SpringKernel<DataTypes>& kernel;
    std::size_t count;
    std::size_t size() const { return count; }
    std::array<type::Index, 2> operator[](std::size_t i) const {
      const auto spring = kernel.spring(i);
      return {spring.first, spring.second};
    }
  };
  const auto* state = this->l_object1.get();
  auto dfdx = matrix.getForceDerivativeIn(state).withRespectToPositionsIn(state);
  dfdx.template addElements<2, n>(Ends{m_kernel, count}, [&](std::size_t i, Eigen::Matrix<double, 2 * n, 2 * n>& k) {
    const auto tangent = m_kernel.tangent(i);
    k.setZero();
    k.template block<m, m>(0, 0) = k.template block<m, m>(n, n) = -tangent;
    k.template block<m, m>(0, n) = k.template block<m, m>(n, 0) = tangent;
  });
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
bool SpringForceField<DataTypes>::isShown(const core::DrawList& list) const {
  const bool within = this->l_object1.get() == this->l_object2.get();
  return list.shows(within ? type::DisplayFlags::ForceFields : type::DisplayFlags::InteractionForceFields);
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
                            .add<SpringForceField<type::Vec3Types>>()
                            .add<SpringForceField<type::Vec2Types>>()
                            .add<SpringForceField<type::Vec1Types>>()
                            .add<SpringForceField<type::Vec6Types>>()
                            .add<SpringForceField<type::Rigid3Types>>();
}  // namespace

template class SpringForceField<type::Vec1Types>;
template class SpringForceField<type::Vec2Types>;
template class SpringForceField<type::Vec3Types>;
template class SpringForceField<type::Vec6Types>;
template class SpringForceField<type::Rigid3Types>;

}  // namespace sofa::component::solidmechanics
