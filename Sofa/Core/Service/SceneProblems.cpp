// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Core/Service/SceneProblems.h"

#include <map>
#include <mutex>
#include <set>

#include "Sofa/Core/ObjectModel/GivenAttributes.h"
#include "Sofa/Core/ObjectModel/MessageSender.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/Core/Service/FollowUps.h"
#include "Sofa/Core/Service/NotCreated.h"

namespace sofa::core {
namespace {

using helper::Severity;

bool showAll = false;

/// "line 12", or "other.scn:12" where the two stand in different files.
std::string place(const helper::SourceLocation& there, const helper::SourceLocation& here) {
  return there.file == here.file ? fmt::format("line {}", there.line) : fmt::format("{}:{}", there.file, there.line);
}

std::string laterText(const Base& needed, const Base& user) {
  return fmt::format("{} is declared later, on {}: move it before this", needed.path(),
                     place(needed.location(), user.location()));
}

void send(const Base& sender, Severity severity, std::string text) {
  const MessageSender told(sender);
  helper::send({severity, sender.className().empty() ? std::string("Node") : sender.className(), sender.path(),
                std::move(text), sender.location()});
}

void sendFormerNames(const std::map<std::string, std::string>& names) {
  if (names.empty()) return;
  std::string list;
  for (const auto& [former, today] : names) list += fmt::format("{}{} as {}", list.empty() ? "" : ", ", former, today);
  helper::send(
      Severity::Warning, "SceneLoader",
      fmt::format("Names of former versions are accepted: {}. runSofa --upgrade FILE writes the scene with the "
                  "names of today.",
                  list));
}

/// A path that named nothing when it was read.
struct OpenPath {
  std::weak_ptr<const Base> owner;
  std::string data;  ///< empty: the attribute src
  std::string path;

  std::string what() const { return data.empty() ? "src" : "Data " + data; }
  Severity severity() const { return data.empty() ? Severity::Error : Severity::Warning; }
  const Base* findTarget(const Base& from) const {
    if (data.empty()) return findSourceObject(from, std::string_view(path).substr(1));
    std::string ignored;
    const auto* target = findDataByPath(from, path, &ignored);
    return target ? target->owner() : nullptr;
  }
  std::string misspelt(const Base& from) const {
    if (data.empty()) return fmt::format("Source object \"{}\" NOT FOUND.{}", path, suggestPath(from, path));
    return fmt::format("Data {}: the link {} names nothing, so it has no effect.{}", data, path,
                       suggestDataPath(from, path));
  }
};

}  // namespace

class SceneProblems::Impl {
 public:
  ~Impl() { summarise(); }

  bool isWhole() const { return m_followUps != nullptr; }
  void hold(std::shared_ptr<NotCreated> element) { m_elements.push_back(std::move(element)); }
  void hold(OpenPath path) { m_paths.push_back(std::move(path)); }
  void holdFormerName(const std::string& former, const std::string& today) { m_formerNames[former] = today; }

  void tellFormerNames() { sendFormerNames(std::exchange(m_formerNames, {})); }

  void graphIsWhole(Node& root) {
    tellFormerNames();
    for (const auto& element : m_elements)
      if (element->reason() != NotCreated::Reason::context || element->declaredLater())
        m_causes.push_back(element.get());
    for (const auto& path : m_paths)
      if (const auto owner = path.owner.lock(); owner && path.findTarget(*owner)) m_causes.push_back(owner.get());
    m_followUps = std::make_unique<FollowUps>(root, m_causes);
    for (const auto& path : m_paths) judge(path);
    for (const auto& element : m_elements) judge(*element);
    m_followUps = std::make_unique<FollowUps>(root, m_causes);  // what was judged to stand for itself is a cause too
  }

  bool follows(const Base& sender) {
    if (!isWhole()) return false;
    const Base* cause = m_followUps->causeOf(sender);
    if (cause) count(*cause);
    return cause && !showAll;
  }

 private:
  void judge(const OpenPath& path) {
    const auto owner = path.owner.lock();
    if (!owner) return;
    if (const Base* target = path.findTarget(*owner))
      send(*owner, path.severity(),
           fmt::format("{}: the link {} has no effect: {}.", path.what(), path.path, laterText(*target, *owner)));
    else if (const Base* cause = m_followUps->causeOfPath(*owner, path.path))
      count(*cause, *owner, path.severity(), path.misspelt(*owner));
    else
      send(*owner, path.severity(), path.misspelt(*owner));
  }

  void judge(const NotCreated& element) {
    using Reason = NotCreated::Reason;
    if (element.reason() == Reason::missing || element.reason() == Reason::missingTemplate) {
      if (!m_told.insert(element.label()).second) return;
      send(element, Severity::Error, element.explanation() + others(element));
    } else if (const Base* needed = element.declaredLater()) {
      send(element, Severity::Error,
           fmt::format("{} was not created: {}.", element.label(), laterText(*needed, element)));
    } else if (const Base* cause = m_followUps->causeOf(element); cause && cause != &element) {
      count(*cause, element, Severity::Error, element.explanation());
    } else {
      send(element, Severity::Error, element.explanation());
      if (element.reason() == Reason::context) m_causes.push_back(&element);
    }
  }

  /// Where else in the scene the same is missing.
  std::string others(const NotCreated& element) const {
    std::string lines;
    std::size_t n = 0;
    for (const auto& other : m_elements) {
      if (other.get() == &element || other->label() != element.label()) continue;
      constexpr std::size_t most = 5;
      if (++n <= most) lines += (lines.empty() ? "" : ", ") + place(other->location(), element.location());
      if (n == most + 1) lines += ", ...";
    }
    return n == 0 ? lines : fmt::format(" It is also asked for on {}.", lines);
  }

  void count(const Base& cause) {
    const auto* element = dynamic_cast<const NotCreated*>(&cause);
    ++m_counts[element ? element->label() : cause.path()];
  }

  void count(const Base& cause, const Base& sender, Severity severity, std::string text) {
    count(cause);
    if (showAll) send(sender, severity, std::move(text));
  }

  void summarise() const {
    if (m_counts.empty() || showAll) return;
    std::size_t total = 0;
    std::string list;
    for (const auto& [name, n] : m_counts) {
      list += fmt::format("{}{} from {}", list.empty() ? "" : ", ", n, name);
      total += n;
    }
    helper::send(
        Severity::Info, "SceneLoader",
        fmt::format("{} message{} not shown because {} from the errors above: {}. runSofa --all-messages shows "
                    "them.",
                    total, total == 1 ? " is" : "s are", total == 1 ? "it follows" : "they follow", list));
  }

  std::vector<std::shared_ptr<NotCreated>> m_elements;
  std::vector<OpenPath> m_paths;
  std::vector<const Base*> m_causes;
  std::unique_ptr<FollowUps> m_followUps;
  std::map<std::string, std::size_t> m_counts;  // messages not sent, by what they follow from
  std::set<std::string> m_told;
  std::map<std::string, std::string> m_formerNames;  // with those of today
};

namespace {
thread_local SceneProblems::Impl* current = nullptr;

struct HeldNames {
  std::mutex mutex;
  bool isUsed = false;
  std::map<std::string, std::string> names;  // with those of today
};

HeldNames& heldNames() {
  static HeldNames only;
  return only;
}
}  // namespace

SceneProblems::SceneProblems() {
  if (current) return;
  m_impl = std::make_unique<Impl>();
  current = m_impl.get();
}

SceneProblems::~SceneProblems() {
  if (!m_impl) return;
  m_impl->tellFormerNames();  // of a scene that a script makes: nobody says when it is whole
  current = nullptr;
}

void SceneProblems::setShowAll(bool all) { showAll = all; }

void SceneProblems::tell(const std::shared_ptr<NotCreated>& element) {
  if (current && !current->isWhole())
    current->hold(element);
  else
    send(*element, Severity::Error, element->explanation());
}

void SceneProblems::tellLink(const BaseData& data, const std::string& path) {
  const Base& owner = *data.owner();
  OpenPath open{owner.weak_from_this(), data.name(), path};
  if (current && !current->isWhole() && !open.owner.expired())
    current->hold(std::move(open));
  else
    send(owner, open.severity(), open.misspelt(owner));
}

void SceneProblems::tellSource(const Base& component, const std::string& path) {
  OpenPath open{component.weak_from_this(), {}, path};
  if (current && !current->isWhole() && !open.owner.expired())
    current->hold(std::move(open));
  else
    send(component, open.severity(), open.misspelt(component));
}

void SceneProblems::tellFormerName(const std::string& former, const std::string& today) {
  if (current && !current->isWhole()) return current->holdFormerName(former, today);
  {
    auto& held = heldNames();
    const std::lock_guard lock(held.mutex);
    if (held.isUsed) {
      held.names[former] = today;
      return;
    }
  }
  sendFormerNames({{former, today}});
}

void SceneProblems::holdNames() {
  auto& held = heldNames();
  const std::lock_guard lock(held.mutex);
  held.isUsed = true;
}

void SceneProblems::tellHeldNames() {
  std::map<std::string, std::string> names;
  {
    auto& held = heldNames();
    const std::lock_guard lock(held.mutex);
    names.swap(held.names);
  }
  sendFormerNames(names);
}

void SceneProblems::graphIsWhole(Node& root) {
  if (current && !current->isWhole()) current->graphIsWhole(root);
}

bool SceneProblems::follows(const Base& sender, Severity severity) {
  return current && severity >= Severity::Warning && current->follows(sender);
}

}  // namespace sofa::core
