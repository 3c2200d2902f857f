// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QByteArray>
#include <QString>

namespace sofa::gui {

/// Writes a whole file: beside it first, so that a full disk leaves what was there before. Devices and pipes are
/// written directly. False, with a reason that names the file, if that fails.
bool writeWholeFile(const QString& file, const QByteArray& content, QString& reason);

/// FOLDER/NAME_#####.EXTENSION with the first number from `number` on that no file has; `number` becomes it.
QString numberedFile(const QString& folder, const QString& name, const QString& extension, int digits, int& number);

}  // namespace sofa::gui
