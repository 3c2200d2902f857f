// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/Mapping/MeasureMapping.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::mapping {

/// The square of each number.
template <class In, class Out>
class SquareMapping : public MeasureMapping<SquareMapping<In, Out>, In, type::Element<1>> {
 public:
  SquareMapping() {
    this->d_geometricStiffness.set(type::OptionGroup({"None", "Exact"}, 1));
    this->d_geometricStiffness.unset();
  }

  using Base = MeasureMapping<SquareMapping<In, Out>, In, type::Element<1>>;
  /// Numbers measured on elements become fewer or more with these.
  void apply(typename Base::OutVecCoord& out, const typename Base::InVecCoord& in) override {
    if (this->l_input->size() != m_count) Base::init();
    Base::apply(out, in);
  }

  void archive(core::Archive& archive) override {
    if (archive.isLoading() && this->l_input && this->l_input->size() != m_count) Base::init();
    Base::archive(archive);
  }

  template <class S, class Points>
  static S measure(const Points& x) {
    return x[0][0] * x[0][0];
  }
  bool readElements(std::vector<type::Element<1>>& points) {
    m_count = this->l_input->size();
    for (std::size_t i = 0; i < this->l_input->size(); ++i) points.push_back({static_cast<type::Index>(i)});
    return true;
  }

 private:
  std::size_t m_count = 0;
};

namespace {
const auto registered = core::Register("SquareMapping", "Sofa.Component.Mapping.NonLinear", "squares of numbers")
                            .add<SquareMapping<type::Vec1Types, type::Vec1Types>>();
}  // namespace

}  // namespace sofa::component::mapping
