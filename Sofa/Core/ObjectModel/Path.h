// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace sofa::core {

class Base;
class BaseData;

/// The link grammar of scenes (docs/manual/scenes.md, "Links"). Paths start with '@'.

/// What is wrong with an object path, or nothing.
std::string checkObjectPath(std::string_view path);

/// The object `path` names, seen from `owner`; null if there is none (yet).
Base* findObjectByPath(const Base& owner, std::string_view path);

/// The Data `path` names; null if it is not there. `reason` is filled if the path is malformed.
BaseData* findDataByPath(const Base& owner, std::string_view path, std::string* reason);

/// ' Did you mean "@/node/component"?' for a path that leads nowhere, from what the scene holds; else nothing.
std::string suggestPath(const Base& owner, std::string_view path);

/// The same for the path of a Data: the nearest Data of the object it names, or that Data of the nearest object.
std::string suggestDataPath(const Base& owner, std::string_view path);

/// The object named by src="@path" without the "@": no search in ancestors, ".." tries every parent.
Base* findSourceObject(const Base& owner, std::string_view path);

}  // namespace sofa::core
