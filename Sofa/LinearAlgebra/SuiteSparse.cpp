// SPDX-License-Identifier: Apache-2.0
#include "Sofa/LinearAlgebra/SuiteSparse.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <stdexcept>

#include "Sofa/Version.h"

namespace sofa::linearalgebra {
namespace {

/// It lies beside this library, where the loader looks for what this one asks for.
const SuiteSparse& load() {
  const auto name = fmt::format("libSofaSuiteSparse.so.{}.{}", SOFA_VERSION_MAJOR, SOFA_VERSION_MINOR);
  void* const library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  const void* const table = library ? dlsym(library, "sofaSuiteSparse") : nullptr;
  if (!table) throw std::runtime_error(fmt::format("{} cannot be loaded: {}. Install Sofa anew.", name, dlerror()));
  return *static_cast<const SuiteSparse*>(table);
}

}  // namespace

const SuiteSparse& SuiteSparse::get() {
  static const SuiteSparse& functions = load();
  return functions;
}

}  // namespace sofa::linearalgebra
