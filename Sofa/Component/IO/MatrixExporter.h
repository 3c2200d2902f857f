// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/LinearAlgebra/BlockMatrix.h"

namespace sofa::component::io {

/// Writes a matrix into files: its values as text, or one pixel per entry, black where it is not zero and white
/// elsewhere.
class MatrixExporter : public Exporter {
 public:
  core::Data<type::OptionGroup> d_format{
      this, "format", type::OptionGroup({"txt", "csv", "png", "bmp", "tga", "jpg", "jpeg"}),
      "txt: rows in brackets; csv: values with commas between; png, bmp, tga: one pixel per entry; jpg, jpeg: as png"};
  core::Data<int> d_precision{this, "precision", 6, "significant digits of values, 1 to 17"};

  void init() override;
  bool write() override;

 protected:
  struct Found {
    const linearalgebra::BlockMatrix* matrix = nullptr;  ///< null if there is none, which was told
    std::string whose;
  };
  /// The matrix as it is now.
  virtual Found find() = 0;

 private:
  bool isJpeg() const { return d_format.value().is("jpg") || d_format.value().is("jpeg"); }
  std::string content(const linearalgebra::BlockMatrix& a) const;
};

}  // namespace sofa::component::io
