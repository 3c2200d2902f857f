// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "Sofa/LinearAlgebra/BlockMatrix.h"

/// Files that show a sparse matrix entry by entry.
namespace sofa::component::io {

/// Every value, zeros too: "[" and one line "[ v v ... ]" per row, then " ]".
std::string bracketText(const linearalgebra::BlockMatrix& a, int precision);
/// Every value, zeros too, with commas between.
std::string csvText(const linearalgebra::BlockMatrix& a, int precision);

/// One byte per pixel, from the top of an image: row 0 of the matrix is at the bottom. 0 (black) where an entry is not
/// zero, 255 elsewhere.
std::vector<unsigned char> pixels(const linearalgebra::BlockMatrix& a);
/// Such pixels as files; width and height are those of the matrix.
std::string pngFile(int width, int height, const std::vector<unsigned char>& pixels);
std::string bmpFile(int width, int height, const std::vector<unsigned char>& pixels);
std::string tgaFile(int width, int height, const std::vector<unsigned char>& pixels);

}  // namespace sofa::component::io
