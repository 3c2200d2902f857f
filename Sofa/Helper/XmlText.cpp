// SPDX-License-Identifier: Apache-2.0
#include "Sofa/Helper/XmlText.h"

namespace sofa::helper {

std::string escapedXml(std::string_view text) {
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
      default:
        out += c;
    }
  return out;
}

}  // namespace sofa::helper
