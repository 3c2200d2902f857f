#include "Sofa/Component/IO/GlobalSystemMatrixExporter.h"

#include "Sofa/Component/IO/MatrixText.h"
#include "Sofa/Core/ObjectModel/Node.h"
#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::component::io {

void GlobalSystemMatrixExporter::init() {
  Exporter::init();
  const int precision = d_precision.value();
  if (precision < 1 || precision > 17) {
    warning("precision=\"{}\" is not between 1 and 17; 6 is used.", precision);
    d_precision.set(6);
  }
  setValid();
}

bool GlobalSystemMatrixExporter::write() {
  // Solvers make their systems in their own init, which may come later than this one's.
  if (!l_linearSystem && !l_linearSystem.isGiven()) l_linearSystem.set(core::findLinearSystem(*context()));
  const auto* a = l_linearSystem ? l_linearSystem->matrix() : nullptr;
  if (!l_linearSystem) {
    error("No assembled linear system is there to write. Set linearSystem to a MatrixLinearSystem.");
    setInvalid();
    return false;
  }
  if (!a) {
    warning(
        "The linear system {} is matrix-free: no matrix is written. To get one, give its linear solver a template such "
        "as CompressedRowSparseMatrixd.",
        l_linearSystem->path());
    setInvalid();
    return false;
  }
  if (a->rows() == 0) {
    warning("The matrix of {} is empty, it is not written.", l_linearSystem->path());
    return false;
  }
  constexpr int most = 16384;  // entries of a row; a quarter of a gigabyte as an image
  if (a->rows() > most) {
    error("The matrix of {} has {} rows; up to {} are written, with all their zeros.", l_linearSystem->path(),
          a->rows(), most);
    setInvalid();
    return false;
  }
  return writeFile(fmt::format("{}{:05}.{}", baseName(), fileNumber(), d_format.value().selected()), content(*a));
}

std::string GlobalSystemMatrixExporter::content(const linearalgebra::BlockMatrix& a) const {
  const auto& format = d_format.value();
  if (format.is("txt")) return bracketText(a, d_precision.value());
  if (format.is("csv")) return csvText(a, d_precision.value());
  const auto image = pixels(a);
  if (format.is("bmp")) return bmpFile(a.columns(), a.rows(), image);
  if (format.is("tga")) return tgaFile(a.columns(), a.rows(), image);
  return pngFile(a.columns(), a.rows(), image);
}

namespace {
const auto registered = core::Register("GlobalSystemMatrixExporter", "SofaMatrix",
                                       "writes the assembled matrix of a linear system into files")
                            .add<GlobalSystemMatrixExporter>();
}  // namespace

}  // namespace sofa::component::io
