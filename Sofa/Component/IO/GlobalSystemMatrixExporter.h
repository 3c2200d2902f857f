#pragma once
#include "Sofa/Component/IO/Exporter.h"
#include "Sofa/Core/Contract/Solver.h"

namespace sofa::component::io {

/// Writes the assembled matrix of a linear system into files: its values as text, or one pixel per
/// entry, black where it is not zero and white elsewhere.
class GlobalSystemMatrixExporter : public Exporter {
 public:
  core::Data<type::OptionGroup> d_format{
      this, "format", type::OptionGroup({"txt", "csv", "png", "bmp", "tga"}),
      "txt: rows in brackets; csv: values with commas between; png, bmp, tga: one pixel per entry"};
  core::Data<int> d_precision{this, "precision", 6, "significant digits of values, 1 to 17"};
  core::Link<core::LinearSystem> l_linearSystem{
      this, "linearSystem", "system whose matrix is written; default: that of the node or above, or of a solver there"};

  void init() override;
  bool write() override;

 private:
  std::string content(const linearalgebra::BlockMatrix& a) const;
};

}  // namespace sofa::component::io
