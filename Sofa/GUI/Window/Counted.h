// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QString>

namespace sofa::gui {

/// "1 error", "2 errors".
inline QString counted(qsizetype n, const char* what) { return QString("%1 %2%3").arg(n).arg(what, n == 1 ? "" : "s"); }

/// "1 error and 2 warnings"; what there is none of is left out.
inline QString problemCounts(qsizetype errors, qsizetype warnings) {
  if (warnings == 0) return counted(errors, "error");
  if (errors == 0) return counted(warnings, "warning");
  return counted(errors, "error") + " and " + counted(warnings, "warning");
}

}  // namespace sofa::gui
