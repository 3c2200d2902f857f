// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "Sofa/Core/ObjectModel/Data.h"

namespace sofa::python {

/// A Data that a script adds to an object, by the name of its type; null if there is no such type.
std::unique_ptr<core::BaseData> makeData(core::Base& owner, const std::string& type, const std::string& name,
                                         const std::string& help, const std::string& group);
/// One of the same type, with the same value.
std::unique_ptr<core::BaseData> makeDataLike(core::Base& owner, const core::BaseData& model, const std::string& name,
                                             const std::string& help, const std::string& group);
std::vector<std::string> dataTypeNames();

}  // namespace sofa::python
