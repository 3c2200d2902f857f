// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sofa::core {

class Base;
class BaseData;
class ComponentDescription;

/// Comments of a scene file around an element, without the marks that enclose them.
struct SceneComments {
  std::vector<std::string> before, inside, after;  ///< inside: behind all that a node holds; after: on the same line
  bool empty() const { return before.empty() && inside.empty() && after.empty(); }
};

/// An element of a scene file that stands for what another file holds.
struct SceneInclude {
  std::string tag;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::filesystem::path file, folder;  ///< the other file; where the including one lies
  bool isGroup = false;                ///< its contents stand beside the other elements of the node
  bool isMixed = false;                ///< its contents were merged into others, or changed by an enclosing include
  SceneComments comments;
  std::shared_ptr<SceneInclude> outer;  ///< the group of a file that includes this one
  std::string text;                     ///< how its contents were written when they were read
};

/// The text of a scene's own file, from which saved scenes take the lines that nobody touched.
struct SceneFile {
  std::string text;
  std::set<std::size_t> objects;  ///< elements that became objects; elements count from 0 in the order of the text
  std::map<std::shared_ptr<const SceneInclude>, std::size_t> includes;  ///< elements that include
};

/// Where an object stands in the text of the scene's file.
struct ScenePlace {
  std::shared_ptr<const SceneFile> file;  ///< null: in none, as what was included or added later
  std::size_t element = 0;
  bool isImplied = false;  ///< it has no element of its own: another one stands for it as well
  std::string name;        ///< of the object when it was read
};

/// What the author of a scene gave to an object, as it was written, apart from what initialisation and simulation made
/// of it. Saved scenes are written from this, so that they start as the first one did.
struct GivenAttributes {
  using Values = std::map<std::string, std::string, std::less<>>;
  std::string type;              ///< class of an element that became no component; else empty
  Values values;                 ///< attributes as written, but name and template
  std::filesystem::path folder;  ///< from which relative file names among them start; empty: none is among them
  /// Attributes that are neither Data nor links, and the Data that they changed, as they were after parsing: a later
  /// edit of such a Data replaces them.
  std::vector<std::string> legacy;
  Values fromLegacy;
  std::vector<std::string> setByParsing;  ///< Data that parsing set although no attribute bears their name
  /// Grows from one element of a scene to the next: components and child nodes may be mixed, and are saved so. 0: none.
  std::size_t serial = 0;
  std::shared_ptr<const SceneComments> comments;  ///< may be null
  std::shared_ptr<const SceneInclude> include;    ///< by which it came; null if it stands in the scene's file
  ScenePlace place;
  bool edited = false;   ///< by giveAttribute(), since it belongs to the scene
  bool ofScene = false;  ///< belongs to the scene, as opposed to what components added to it
};

/// A copy; nothing for objects to which nothing was given. This and the functions below are for the thread that has the
/// scene.
std::optional<GivenAttributes> givenAttributes(const Base& object);
bool isOfScene(const Base& object);
bool isEdited(const Base& object);
std::size_t elementSerial(const Base& object);
ScenePlace scenePlace(const Base& object);
void setGivenAttributes(const Base& object, std::optional<GivenAttributes> given);

/// Notes one attribute. Other spellings of the same Data, which could win when the scene is read again, are replaced.
void giveAttribute(const Base& object, std::string_view name, std::string text);

/// Notes all attributes of an element that becomes `object`.
void giveAttributes(const Base& object, const ComponentDescription& description);

/// Notes what stood around the element of an object, and through what it came.
void noteSource(const Base& object, std::shared_ptr<const SceneComments> comments,
                std::shared_ptr<const SceneInclude> include);

/// Notes where an object stands in the scene's file, under the name that it has now.
void notePlace(const Base& object, std::shared_ptr<const SceneFile> file, std::size_t element, bool isImplied = false);

/// Notes that `object` comes after all elements read so far.
void noteElementOrder(const Base& object);

/// Notes that these objects belong to the scene, with the Data that a program has set.
void markAsScene(const Base& object);

/// Data that were set, but not by an attribute that was noted, with their values.
GivenAttributes::Values valuesSetByProgram(const Base& object, const GivenAttributes& given);

}  // namespace sofa::core
