#pragma once
#include <QString>
#include <optional>

#include "Sofa/Geometry/Camera.h"

namespace sofa::gui {

/// The file of a scene's saved view: SCENE.view.
QString savedViewFile(const QString& scene);
/// Writes position, orientation, field of view, distance, clipping and projection as XML (sheet 09 §13.7). False, with
/// a reason, if the file cannot be written.
bool writeView(const QString& file, const geometry::Camera& camera, QString& reason);
/// Reads it back; what the file does not say stays as in `start`. Nothing, with a reason, if the file is no saved view.
std::optional<geometry::Camera> readView(const QString& file, const geometry::Camera& start, QString& reason);

}  // namespace sofa::gui
