// SPDX-License-Identifier: Apache-2.0
// One fuzzer per format, for Clang: cmake -DSOFA_FUZZ=ON -DCMAKE_CXX_COMPILER=clang++, then run bin/fuzz_obj CORPUS.
#include <cstddef>
#include <cstdint>

#include "fuzz/MeshFormats.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  sofa::fuzz::parse(sofa::fuzz::Format::SOFA_FUZZ_FORMAT, {reinterpret_cast<const char*>(data), size});
  return 0;
}
