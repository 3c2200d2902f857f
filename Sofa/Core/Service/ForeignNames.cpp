// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/ForeignNames.h"

#include <algorithm>

#include "Sofa/Core/Service/ObjectFactory.h"

namespace sofa::core {
namespace {

const ForeignNames*& namesInUse() {
  static const ForeignNames none;
  static const ForeignNames* names = &none;
  return names;
}

}  // namespace

const ReferenceComponents& ForeignNames::components() const {
  static const ReferenceComponents none;
  return none;
}

void setForeignNames(const ForeignNames& names) { namesInUse() = &names; }
const ForeignNames& foreignNames() { return *namesInUse(); }

bool isFormerModule(std::string_view name) {
  if (name.find('.') != name.npos || !foreignNames().isModule(name) || isReferenceModule(name)) return false;
  return std::ranges::none_of(ObjectFactory::instance().entries(),
                              [&](const auto& entry) { return entry.second.module == name; });
}

}  // namespace sofa::core
