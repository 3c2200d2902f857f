// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MatrixExporter.h"

#include "Sofa/Component/IO/MatrixText.h"

namespace sofa::component::io {

void MatrixExporter::init() {
  Exporter::init();
  const int precision = d_precision.value();
  if (precision < 1 || precision > 17) {
    warning("precision=\"{}\" is not between 1 and 17; 6 is used.", precision);
    d_precision.set(6);
  }
  if (isJpeg())
    warning("format=\"{}\" would smear entries that are one pixel wide: png files are written. Set format to png.",
            d_format.value().selected());
  setValid();
}

bool MatrixExporter::write() {
  const auto [a, whose] = find();
  if (!a) return false;
  if (a->rows() == 0) {
    warning("The matrix of {} is empty, it is not written.", whose);
    return false;
  }
  constexpr int most = 16384;  // entries of a row; a quarter of a gigabyte as an image
  if (a->rows() > most) {
    error("The matrix of {} has {} rows; up to {} are written, with all their zeros.", whose, a->rows(), most);
    setInvalid();
    return false;
  }
  const std::string extension = isJpeg() ? "png" : d_format.value().selected();
  return writeFile(fmt::format("{}{:05}.{}", baseName(), fileNumber(), extension), content(*a));
}

std::string MatrixExporter::content(const linearalgebra::BlockMatrix& a) const {
  const auto& format = d_format.value();
  if (format.is("txt")) return bracketText(a, d_precision.value());
  if (format.is("csv")) return csvText(a, d_precision.value());
  const auto image = pixels(a);
  if (format.is("bmp")) return bmpFile(a.columns(), a.rows(), image);
  if (format.is("tga")) return tgaFile(a.columns(), a.rows(), image);
  return pngFile(a.columns(), a.rows(), image);
}

}  // namespace sofa::component::io
