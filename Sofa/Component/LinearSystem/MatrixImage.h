// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "Sofa/Core/ObjectModel/Component.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::component::linearsystem {

/// The pattern of a matrix as a bitmap, for viewers. It is computed when it is read.
class MatrixImage : public core::DataEngine {
 public:
  core::Data<std::string> d_bitmap{
      this,
      "bitmap",
      "invalid matrix",
      "portable bitmap (\"P1 width height\" and one digit per pixel): 1 where an entry is not zero; a pixel of a large "
      "matrix stands for several entries",
      {.group = "Image", .readOnly = true}};

  MatrixImage();
  void init() override { setValid(); }
  void handleEvent(core::Event& event) override;

 protected:
  void doUpdate() override;
  /// A step has ended.
  virtual void stepped() {}
  /// The bitmap of what there is now; none if there is no matrix.
  virtual std::optional<std::string> paint() const = 0;
};

/// Such a bitmap of at most `most` rows and columns.
std::string patternBitmap(const linearalgebra::BlockMatrix& a, int most = 512);

}  // namespace sofa::component::linearsystem
