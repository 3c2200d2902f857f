// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/Visual/OglModel.h"

namespace sofa::component::visual {

/// One surface of several, put together once at initialisation. The number of links input1, input2...
/// is the attribute nb.
class MergeVisualModels : public OglModel {
 public:
  core::Data<unsigned> d_nb{this, "nb", 1u, "number of surfaces, in input1, input2..."};

  void init() override;

 protected:
  void prepareAttributes(const core::ComponentDescription& description) override;

 private:
  std::vector<std::unique_ptr<core::Link<VisualModelImpl>>> m_inputs;
};

}  // namespace sofa::component::visual
