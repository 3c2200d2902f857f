// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

/// Documentation of the components in the factory, made from the components themselves.
namespace sofa::core {

/// Lines "ClassName  module  help" of the classes whose name contains `pattern` (case ignored; empty: all).
std::string listComponents(std::string_view pattern);

/// Data with types, defaults and help, links, templates and an example of a class; nothing if there is none of that
/// name.
std::string describeComponent(std::string_view className);

}  // namespace sofa::core
