// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/IO/MatrixText.h"

#include <fmt/format.h>
#include <zlib.h>

#include <stdexcept>

namespace sofa::component::io {
namespace {

/// The reals of one row, zeros too.
void readRow(const linearalgebra::BlockMatrix& a, int row, std::vector<double>& values) {
  const int b = a.blockSize(), i = row / b;
  values.assign(a.columns(), 0.0);
  for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
    for (int c = 0; c < b; ++c) values[a.columnIndices()[k] * b + c] = a.block(k)[c * b + row % b];
}

void append(std::string& out, const std::vector<double>& values, int precision, std::string_view between) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += between;
    fmt::format_to(std::back_inserter(out), "{:.{}g}", values[i], precision);
  }
}

void littleEndian(std::string& out, std::uint32_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
}

void bigEndian(std::string& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) out += static_cast<char>(value >> shift & 0xff);
}

void pngChunk(std::string& out, const std::string& type, const std::string& data) {
  bigEndian(out, static_cast<std::uint32_t>(data.size()));
  const std::string body = type + data;
  out += body;
  bigEndian(out, static_cast<std::uint32_t>(
                     crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()))));
}

}  // namespace

std::string bracketText(const linearalgebra::BlockMatrix& a, int precision) {
  std::string out = "[\n";
  std::vector<double> values;
  for (int row = 0; row < a.rows(); ++row) {
    readRow(a, row, values);
    out += "[ ";
    append(out, values, precision, " ");
    out += " ]\n";
  }
  return out + " ]";
}

std::string csvText(const linearalgebra::BlockMatrix& a, int precision) {
  std::string out;
  std::vector<double> values;
  for (int row = 0; row < a.rows(); ++row) {
    readRow(a, row, values);
    append(out, values, precision, ",");
    out += '\n';
  }
  return out;
}

std::vector<unsigned char> pixels(const linearalgebra::BlockMatrix& a) {
  const std::size_t width = a.columns(), height = a.rows();
  std::vector<unsigned char> image(width * height, 255);
  const int b = a.blockSize();
  for (int i = 0; i < a.blockRows(); ++i)
    for (int k = a.rowStart()[i]; k < a.rowStart()[i + 1]; ++k)
      for (int e = 0; e < b * b; ++e) {
        const std::size_t row = i * b + e % b, column = a.columnIndices()[k] * b + e / b;
        if (a.block(k)[e] != 0) image[(height - 1 - row) * width + column] = 0;
      }
  return image;
}

/// Grey, 8 bits; W3C Portable Network Graphics, 2003.
std::string pngFile(int width, int height, const std::vector<unsigned char>& pixels) {
  std::string rows;
  rows.reserve((static_cast<std::size_t>(width) + 1) * height);
  for (int y = 0; y < height; ++y) {
    rows += '\0';  // no filter
    rows.append(reinterpret_cast<const char*>(pixels.data()) + static_cast<std::size_t>(y) * width, width);
  }
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  if (compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
               rows.size()) != Z_OK)
    throw std::bad_alloc();
  packed.resize(size);
  std::string header;
  bigEndian(header, width);
  bigEndian(header, height);
  header += {8, 0, 0, 0, 0};  // bits per pixel, grey, and the only methods there are
  std::string out = "\x89PNG\r\n\x1a\n";
  pngChunk(out, "IHDR", header);
  pngChunk(out, "IDAT", packed);
  pngChunk(out, "IEND", "");
  return out;
}

/// 8 bits with a palette of greys; rows from the bottom, each filled up to 4 bytes.
std::string bmpFile(int width, int height, const std::vector<unsigned char>& pixels) {
  constexpr int headers = 14 + 40, palette = 256 * 4;
  const int stride = (width + 3) / 4 * 4;
  const std::size_t size = headers + palette + static_cast<std::size_t>(stride) * height;
  std::string out = "BM";
  littleEndian(out, static_cast<std::uint32_t>(size), 4);
  littleEndian(out, 0, 4);
  littleEndian(out, headers + palette, 4);
  littleEndian(out, 40, 4);
  littleEndian(out, width, 4);
  littleEndian(out, height, 4);
  littleEndian(out, 1, 2);  // planes
  littleEndian(out, 8, 2);  // bits per pixel
  for (int i = 0; i < 4; ++i) littleEndian(out, 0, 4);
  littleEndian(out, 256, 4);  // colours
  littleEndian(out, 0, 4);
  for (std::uint32_t grey = 0; grey < 256; ++grey) littleEndian(out, grey * 0x010101, 4);
  for (int y = height - 1; y >= 0; --y) {
    out.append(reinterpret_cast<const char*>(pixels.data()) + static_cast<std::size_t>(y) * width, width);
    out.append(stride - width, '\0');
  }
  return out;
}

/// Uncompressed grey, rows from the top.
std::string tgaFile(int width, int height, const std::vector<unsigned char>& pixels) {
  std::string out{0, 0, 3};  // no text, no palette, grey
  out.append(9, '\0');       // palette and origin
  littleEndian(out, width, 2);
  littleEndian(out, height, 2);
  out += {8, 0x20};  // bits per pixel, first row at the top
  out.append(reinterpret_cast<const char*>(pixels.data()), pixels.size());
  return out;
}

}  // namespace sofa::component::io
