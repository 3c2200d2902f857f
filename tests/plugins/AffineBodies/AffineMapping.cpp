// SPDX-License-Identifier: Apache-2.0
#include <Sofa/Core/Contract/Mapping.h>
#include <Sofa/Core/Service/ObjectFactory.h>

#include "AffineTypes.h"

namespace affine {
namespace core = sofa::core;

/// Points of one body: x_i = c + A X_i.
class AffineMapping : public core::Mapping<Types, sofa::type::Vec3Types> {
 public:
  core::Data<sofa::type::Index> d_index{this, "index", 0, "of the body"};

  void init() override {
    if (!l_input || !l_output) return Mapping::init();
    if (d_index.value() >= l_input->size())
      return error("index=\"{}\": there are {} bodies", d_index.value(), l_input->size());
    const Frame& body = l_input->positions()[d_index.value()];
    const Mat3 inverse = body.axes().inverse();
    m_places.clear();
    for (const Vec3& x : l_output->positions()) m_places.push_back(inverse * (x - Types::position(body)));
    Mapping::init();
    setValid();
  }
  bool isLinear() const override { return true; }
  void apply(OutVecCoord& out, const InVecCoord& in) override {
    out.resize(m_places.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = pointOf(in[d_index.value()], m_places[i]);
  }
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override {
    out.resize(m_places.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = pointOf(in[d_index.value()], m_places[i]);
  }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override {
    Types::Deriv& sum = in[d_index.value()];
    for (std::size_t i = 0; i < m_places.size(); ++i) {
      sum.head<3>() += out[i];
      for (int j = 0; j < 3; ++j) sum.segment<3>(3 + 3 * j) += m_places[i][j] * out[i];
    }
  }

 private:
  static Vec3 pointOf(const sofa::type::Vec<12>& body, const Vec3& place) {
    return body.head<3>() + Mat3(body.data() + 3) * place;
  }

  std::vector<Vec3> m_places;  ///< X_i, in the axes of the body (m)
};

namespace {
const auto registered =
    core::Register("AffineMapping", "AffineBodies", "points of an affine body").add<AffineMapping>();
}  // namespace
}  // namespace affine
