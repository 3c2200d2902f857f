// SPDX-License-Identifier: Apache-2.0
// Rotation and stretch of matrices: an engine with choices, tensors and colours.
#include <sofa/core/DataEngine.h>
#include <sofa/core/ObjectFactory.h>
#include <sofa/core/visual/VisualParams.h>
#include <sofa/defaulttype/SolidTypes.h>
#include <sofa/helper/ColorMap.h>
#include <sofa/helper/OptionsGroup.h>
#include <sofa/helper/decompose.h>
#include <sofa/type/MatSym.h>

namespace sofaidioms {

class StretchEngine : public sofa::core::DataEngine {
 public:
  SOFA_CLASS(StretchEngine, sofa::core::DataEngine);
  typedef sofa::type::Mat<3, 3, SReal> Mat3;

  sofa::Data<sofa::type::vector<Mat3>> d_matrices;
  sofa::Data<sofa::type::vector<Mat3>> d_rotations;
  sofa::Data<sofa::type::vector<SReal>> d_stretches;
  sofa::Data<sofa::helper::OptionsGroup> d_method;

  void init() override {
    addInput(&d_matrices);
    addInput(&d_method);
    addOutput(&d_rotations);
    addOutput(&d_stretches);
    setDirtyValue();
  }
  void reinit() override { update(); }
  void doUpdate() override {
    const auto matrices = sofa::helper::getReadAccessor(d_matrices);
    auto rotations = sofa::helper::getWriteOnlyAccessor(d_rotations);
    auto stretches = sofa::helper::getWriteOnlyAccessor(d_stretches);
    rotations.resize(matrices.size());
    stretches.resize(matrices.size());
    for (std::size_t i = 0; i < matrices.size(); ++i) {
      Mat3 s;
      if (d_method.getValue().getSelectedItem() == "polar") {
        sofa::helper::Decompose<SReal>::polarDecomposition(matrices[i], rotations[i], s);
      } else {
        sofa::helper::Decompose<SReal>::QRDecomposition(matrices[i], rotations[i]);
        s = rotations[i].multTranspose(matrices[i]);
      }
      sofa::type::MatSym<3, SReal> symmetric;
      symmetric.fromMat(s);
      stretches[i] = sofa::type::trace(symmetric) + sofa::type::determinant(s);
    }
  }
  void draw(const sofa::core::visual::VisualParams* vparams) override {
    if (!vparams->displayFlags().getShowBehaviorModels()) return;
    const auto& stretches = d_stretches.getValue();
    if (stretches.empty()) return;
    sofa::helper::ColorMap::evaluator<SReal> eval = m_colors.getEvaluator(0.0, 10.0);
    for (std::size_t i = 0; i < stretches.size(); ++i)
      vparams->drawTool()->drawSphere(sofa::type::Vec3(i, 0, 0), 0.1f, eval(stretches[i]));
  }

 protected:
  StretchEngine()
      : d_matrices(initData(&d_matrices, "matrices", "deformation gradients")),
        d_rotations(initData(&d_rotations, "rotations", "their rotations")),
        d_stretches(initData(&d_stretches, "stretches", "trace and determinant of the rest")),
        d_method(initData(&d_method, "method", "polar or qr")) {
    sofa::helper::OptionsGroup options{"qr", "polar"};
    options.setSelectedItem(1);
    d_method.setValue(options);
  }

 private:
  sofa::helper::ColorMap m_colors{64, "Blue to Red"};
};

int StretchEngineClass = sofa::core::RegisterObject("Rotation and stretch").add<StretchEngine>();

}  // namespace sofaidioms
