// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Compatibility/Catalogue/SofaNames.h"

namespace sofa::compatibility {
namespace {

const SofaNames namesOfSofa;
[[maybe_unused]] const bool areNamesSet = (core::setForeignNames(namesOfSofa), true);

}  // namespace
}  // namespace sofa::compatibility
