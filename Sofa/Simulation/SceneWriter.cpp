#include <fstream>

#include "Sofa/Simulation/SceneReader.h"

namespace sofa::simulation {
namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) switch (c) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&apos;";
        break;
      default:
        out += c;
    }
  return out;
}

void writeAttribute(std::string& out, const std::string& name, const std::string& value) {
  out += " " + name + "=\"" + escaped(value) + "\"";
}

/// Given Data by value or by link; outputs and what the class itself keeps up to date are left out. A box counts as
/// given for nodes alone: components compute theirs.
void writeData(std::string& out, const core::Base& object) {
  const bool isComponent = dynamic_cast<const core::Component*>(&object) != nullptr;
  for (const auto* data : object.dataFields()) {
    const std::string& name = data->name();
    if (!data->isSet() || data->options().readOnly || name == "name" || (isComponent && name == "bbox")) continue;
    if (data->parent())
      writeAttribute(out, name, "@" + data->parent()->owner()->path() + "." + data->parent()->name());
    else
      writeAttribute(out, name, data->text(0));
  }
  for (const auto* link : object.links())
    if (link->isGiven()) writeAttribute(out, link->name(), link->text());
}

void writeNode(std::string& out, const core::Context& node, const std::string& indent) {
  out += indent + "<Node";
  writeAttribute(out, "name", node.name());
  writeData(out, node);
  out += ">\n";
  for (const auto& component : node.components()) {
    if (dynamic_cast<const core::InfoComponent*>(component.get())) continue;
    out += indent + "  <" + component->className();
    if (!component->templateName().empty()) writeAttribute(out, "template", component->templateName());
    writeAttribute(out, "name", component->name());
    writeData(out, *component);
    out += "/>\n";
  }
  // A node with several parents is written below its first one.
  for (const auto& child : node.children())
    if (child->parent() == &node) writeNode(out, *child, indent + "  ");
  out += indent + "</Node>\n";
}

}  // namespace

std::string sceneText(const Node& root) {
  std::string out = "<?xml version=\"1.0\"?>\n";
  writeNode(out, root, "");
  return out;
}

bool writeScene(const Node& root, const std::string& file) {
  std::ofstream stream(file);
  stream << sceneText(root);
  return static_cast<bool>(stream.flush());
}

}  // namespace sofa::simulation
