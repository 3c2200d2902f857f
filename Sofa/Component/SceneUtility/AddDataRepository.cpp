// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Component/SceneUtility/AddDataRepository.h"

#include "Sofa/Core/Service/ObjectFactory.h"
#include "Sofa/Helper/ResourcePath.h"

namespace sofa::component::sceneutility {

void AddDataRepository::add(const std::filesystem::path& folder) { helper::ResourcePath::data().append(folder); }

void AddDataRepository::remove(const std::filesystem::path& folder) { helper::ResourcePath::data().remove(folder); }

namespace {
const auto registered =
    core::Register("AddDataRepository", "Sofa.Component.SceneUtility", "adds a folder to the data path")
        .wasCalled("AddResourceRepository", "")
        .add<AddDataRepository>();
}  // namespace

}  // namespace sofa::component::sceneutility
