// A mapping: every output point keeps its initial offset from the input point of the same index.
#include <Sofa/Core/Contract/Mapping.h>
#include <Sofa/Core/Service/ObjectFactory.h>

using namespace sofa;
using type::Vec3;
using type::Vec3Types;

class OffsetMapping : public core::Mapping<Vec3Types, Vec3Types> {
 public:
  core::Data<Vec3> d_offset{this, "offset", Vec3(0, 0, 0), "output minus input position (m)"};

  void apply(OutVecCoord& out, const InVecCoord& in) override {
    out.resize(in.size());
    for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] + d_offset.value();
  }
  void applyJ(OutVecDeriv& out, const InVecDeriv& in) override { out = in; }
  void applyJT(InVecDeriv& in, const OutVecDeriv& out) override {
    for (std::size_t i = 0; i < out.size(); ++i) in[i] += out[i];
  }
};

const auto registered =
    core::Register("OffsetMapping", "ExamplePlugin", "a copy at a fixed distance").add<OffsetMapping>();
