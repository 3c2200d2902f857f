// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Properties/DataEdits.h"

#include <QCoreApplication>
#include <QPointer>

#include "Sofa/Core/ObjectModel/Choice.h"
#include "Sofa/Core/ObjectModel/Path.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Session/Session.h"
#include "Sofa/Helper/Suggest.h"

namespace sofa::gui {
namespace {

using Scalar = core::TypeInfo::Scalar;

std::string shortened(std::string_view text) {
  constexpr std::size_t most = 40;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

/// Whole numbers of a type are 32 bits wide at least; indices are not negative.
bool isUnsigned(const core::TypeInfo& type) {
  const std::string name = type.name();
  if (name.ends_with('I') || name.ends_with("I>")) return true;  // Vec2I and the like
  for (const char* part : {"unsigned", "Edge", "Triangle", "Quad", "Tetrahedron", "Pyramid", "Prism", "Hexahedron"})
    if (name.find(part) != name.npos && name.find("Quatd") == name.npos) return true;
  return false;
}

/// What is wrong with a number for the type.
std::string checkScalar(const core::TypeInfo& type, double value) {
  if (!std::isfinite(value)) return "a finite number is expected";
  if (type.scalar() == Scalar::real) return {};
  if (value != std::floor(value)) return fmt::format("{} is no whole number", value);
  const bool positive = isUnsigned(type);
  const double low = positive ? 0.0 : -2147483648.0, high = positive ? 4294967295.0 : 2147483647.0;
  if (value < low || value > high) return fmt::format("{} is not between {:.0f} and {:.0f}", value, low, high);
  return {};
}

/// Numbers only, and as many as the type takes.
std::string checkNumbers(const core::TypeInfo& type, const std::string& text) {
  type::TextReader in(text);
  std::size_t count = 0;
  const bool ranges = type.isList() && type.scalar() == Scalar::integer && type.elementSize() == 1;
  std::string plain = text;
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return c == '[' || c == ']' || c == ','; }, ' ');
  type::TextReader words(plain);
  for (auto word = words.word(); !word.empty(); word = words.word(), ++count) {
    const bool range = ranges && word.find('-', 1) != word.npos;
    if (range) continue;
    double value = 0;
    type::TextReader number(word);
    if (!number.read(value) || !number.rest().empty()) return fmt::format("\"{}\" is not a number", shortened(word));
    if (auto problem = checkScalar(type, value); !problem.empty()) return problem;
  }
  const auto size = static_cast<std::size_t>(type.elementSize());
  if (type.isList() && count % size != 0)
    return fmt::format("there are {} numbers, but an element has {}", count, size);
  if (!type.isList() && count != size)
    return size == 1 ? fmt::format("one number is expected, there are {}", count)
                     : fmt::format("{} numbers are expected, there are {}", size, count);
  return {};
}

std::string checkBool(const std::string& text) {
  type::TextReader in(text);
  bool value = false;
  if (type::readBool(in, value) && in.atEnd()) return {};
  return fmt::format("\"{}\" is neither true nor false", shortened(text));
}

std::string checkFlags(const std::string& text) {
  type::TextReader in(text);
  for (auto word = in.word(); !word.empty(); word = in.word())
    if (type::DisplayFlags flags; !flags.apply(word))
      return fmt::format(
          "there is no display flag \"{}\"; a flag is show or hide followed by a name such as "
          "ForceFields",
          shortened(word));
  return {};
}

/// Throws its exceptions away from the simulation: an edit that a component can't take must not end the program.
template <class F>
std::string guarded(F f) {
  try {
    return f();
  } catch (const std::exception& problem) {
    return problem.what();
  }
}

}  // namespace

std::string checkDataText(const core::BaseData& data, const std::string& text) {
  const auto& type = data.type();
  const std::string name = type.name();
  if (name == "bool") return checkBool(text);
  if (name == type::TextTraits<type::DisplayFlags>::name()) return checkFlags(text);
  if (core::allowedWords(data)) return core::choiceProblem(data, text);
  if (type.isNumeric()) return checkNumbers(type, text);
  if (name == type::TextTraits<type::BoundingBox>::name()) {
    std::string numbers = checkNumbers(core::typeInfo<type::Vec6>(), text);
    return numbers;
  }
  return {};
}

std::string applyDataText(core::BaseData& data, const std::string& text) {
  if (text.starts_with('@')) {
    std::string reason;
    core::BaseData* parent = data.owner() ? core::findDataByPath(*data.owner(), text, &reason) : nullptr;
    if (!parent)
      return reason.empty() ? fmt::format("the link {} names nothing that is there", shortened(text)) : reason;
    if (!data.setParent(parent, &reason)) return reason;
    data.setLinkPath(text);
    return {};
  }
  if (auto problem = checkDataText(data, text); !problem.empty()) return problem;
  const std::string before = data.text(0);
  const bool wasSet = data.isSet();
  core::BaseData* const parent = data.parent();
  if (parent) data.setParent(nullptr);
  if (data.read(text)) {
    data.setLinkPath({});
    return {};
  }
  data.read(before.empty() ? " " : before);  // nothing at all would be no value, and change nothing
  if (parent) data.setParent(parent);
  if (!wasSet) data.unset();
  return fmt::format("\"{}\" holds no value of type {}", shortened(text), data.type().name());
}

std::string applyLinkText(core::BaseLink& link, const std::string& text) {
  const std::string before = link.text();
  std::string reason;
  const bool good = link.read(text, &reason);
  link.retry();
  if (good && (text.empty() || link.isResolved())) return {};
  std::string ignored;
  link.read(before, &ignored);
  link.retry();
  if (!good) return reason;
  return fmt::format("{} names no {} that is there.{}", shortened(text), link.typeName(),
                     core::suggestPath(*link.owner(), text));
}

std::string applyText(core::Base& object, const std::string& name, const std::string& text) {
  if (auto* data = object.findData(name)) return applyDataText(*data, text);
  if (auto* link = object.findLink(name)) return applyLinkText(*link, text);
  return fmt::format("{} has no Data or link \"{}\"", object.className(), name);
}

std::string applyDefault(core::BaseData& data) {
  data.setParent(nullptr);
  data.setLinkPath({});
  data.type().copy(data.rawDefault(), data.rawEdit());
  data.unset();
  return {};
}

std::string applyScalar(core::BaseData& data, std::size_t index, double value) {
  const auto& type = data.type();
  if (!type.isNumeric()) return "it holds no numbers";
  if (data.parent()) return "it follows another Data: unlink it first";
  const std::size_t count = type.scalarCount(data.rawValue());
  if (index >= count) return fmt::format("there is no number {} any more, there are {}", index, count);
  if (auto problem = checkScalar(type, value); !problem.empty()) return problem;
  type.set(data.rawEdit(), index, value);
  return {};
}

std::string applyRows(core::BaseData& data, std::size_t first, std::size_t removed, const std::vector<double>& values) {
  const auto& type = data.type();
  if (!type.isNumeric() || !type.isList()) return "it is no list of numbers";
  if (data.parent()) return "it follows another Data: unlink it first";
  const auto size = static_cast<std::size_t>(type.elementSize());
  const std::size_t before = type.scalarCount(data.rawValue()) / size;
  if (first > before || removed > before - first) return fmt::format("there are only {} elements by now", before);
  if (values.size() % size != 0) return fmt::format("{} numbers make no whole elements of {}", values.size(), size);
  for (const double value : values)
    if (auto problem = checkScalar(type, value); !problem.empty()) return problem;
  void* value = data.rawEdit();
  const std::size_t added = values.size() / size, after = before - removed + added;
  // The tail moves by the difference: from its end if the list grows, from its beginning if it shrinks.
  const std::size_t from = (first + removed) * size, to = (first + added) * size, tail = before * size - from;
  if (added > removed) {
    type.setElementCount(value, after);
    for (std::size_t i = tail; i-- > 0;) type.set(value, to + i, type.get(value, from + i));
  } else if (added < removed) {
    for (std::size_t i = 0; i < tail; ++i) type.set(value, to + i, type.get(value, from + i));
    type.setElementCount(value, after);
  }
  for (std::size_t i = 0; i < values.size(); ++i) type.set(value, first * size + i, values[i]);
  return {};
}

void afterEdit(core::Base& object) {
  if (auto* component = dynamic_cast<core::Component*>(&object)) component->reinit();
}

void DirectDataEdits::post(const ObjectHandle& object, const QString& data,
                           std::function<std::string(core::Base&)> change) {
  auto refuse = [notifier = QPointer<DataEditNotifier>(&notifier()), object, data](const std::string& why) {
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [=] {
          if (notifier) Q_EMIT notifier->refused(object, data, QString::fromStdString(why));
        },
        Qt::QueuedConnection);
  };
  m_session.post([object, change = std::move(change), refuse](simulation::Node& root) {
    const auto live = findLive(object, root);
    std::string why = live ? guarded([&] {
      std::string problem = change(*live);
      if (problem.empty()) afterEdit(*live);
      return problem;
    })
                           : std::string("the object is no longer in the scene");
    if (!why.empty()) refuse(why);
  });
}

namespace {

/// `change` of the Data of that name.
template <class F>
auto onData(const QString& name, F change) {
  return [name = name.toStdString(), change](core::Base& object) {
    auto* data = object.findData(name);
    return data ? change(*data) : fmt::format("{} has no Data \"{}\"", object.className(), name);
  };
}

}  // namespace

void DirectDataEdits::setData(const ObjectHandle& object, const QString& data, const QString& text) {
  post(object, data, [name = data.toStdString(), text = text.toStdString()](core::Base& target) {
    return applyText(target, name, text);
  });
}

void DirectDataEdits::resetData(const ObjectHandle& object, const QString& data) {
  post(object, data, onData(data, [](core::BaseData& d) { return applyDefault(d); }));
}

void DirectDataEdits::setScalar(const ObjectHandle& object, const QString& data, std::size_t index, double value) {
  post(object, data, onData(data, [=](core::BaseData& d) { return applyScalar(d, index, value); }));
}

void DirectDataEdits::replaceRows(const ObjectHandle& object, const QString& data, std::size_t first,
                                  std::size_t removed, const std::vector<double>& values) {
  post(object, data, onData(data, [=](core::BaseData& d) { return applyRows(d, first, removed, values); }));
}

}  // namespace sofa::gui
