#pragma once
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::linearsystem {

/// The pattern of an assembled matrix as a bitmap, for viewers. It is computed when it is read.
class GlobalSystemMatrixImage : public core::DataEngine {
 public:
  core::Data<std::string> d_bitmap{
      this,
      "bitmap",
      "invalid matrix",
      "portable bitmap (\"P1 width height\" and one digit per pixel): 1 where an entry is not zero; a pixel of a large "
      "matrix stands for several entries",
      {.group = "Image", .readOnly = true}};
  core::Link<core::LinearSystem> l_linearSystem{
      this, "linearSystem", "system whose matrix is shown; default: that of the node or above, or of a solver there"};

  GlobalSystemMatrixImage();
  void init() override;
  void bwdInit() override;
  void handleEvent(core::Event& event) override;

 protected:
  void doUpdate() override;

 private:
  bool m_toldMatrixFree = false;
};

/// Such a bitmap of at most `most` rows and columns.
std::string patternBitmap(const linearalgebra::BlockMatrix& a, int most = 512);

}  // namespace sofa::component::linearsystem
