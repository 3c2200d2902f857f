// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QWidget>

#include "Sofa/GUI/Session/Selection.h"
#include "Sofa/GUI/Timeline/ExportSequence.h"
#include "Sofa/GUI/Timeline/RecorderFilm.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSpinBox;
class QToolButton;

namespace sofa::gui {

/// Records what the view shows as a film or as numbered pictures, and writes the scene itself, its surfaces (OBJ) or
/// its states with their meshes (VTU), once or every k-th step.
class RecorderPanel : public QWidget {
  Q_OBJECT

 public:
  RecorderPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~RecorderPanel() override;

  /// What draws the pictures; without it nothing can be recorded.
  void setRenderer(FramePainter painter) { m_film.setPainter(std::move(painter)); }
  /// Offers the size of the view.
  void setViewSize(int width, int height);
  void setFolder(const QString& folder);
  QString folder() const;

  /// The settings of the panel.
  RecorderFilm::Settings settings() const;
  void setSettings(const RecorderFilm::Settings& settings);
  RecorderFilm& film() { return m_film; }
  QString statusText() const;

 public Q_SLOTS:
  /// Starts or ends a recording (key V).
  void setRecording(bool recording);
  /// Writes the visual models as they are (key O), the states as they are.
  void exportObj() { exportOnce(ExportSequence::Kind::obj); }
  void exportVtu() { exportOnce(ExportSequence::Kind::vtu); }
  /// Writes them after every k-th step from now on (key P).
  void setObjSequence(bool on);
  void setVtuSequence(bool on);

 Q_SIGNALS:
  void recordingChanged(bool recording);

 private:
  void build();
  QWidget* buildFilm();
  QWidget* buildExport();
  void exportOnce(ExportSequence::Kind kind);
  void setSequence(ExportSequence& sequence, QToolButton* button, bool on);
  void updateEnabled();
  void tell(const QString& text, bool problem = false);
  QString sceneName() const;
  void filmEnded(const QString& reason);

  Session& m_session;
  RecorderFilm m_film;
  ExportSequence m_obj, m_vtu;

  QLineEdit* m_folder = nullptr;
  QComboBox* m_kind = nullptr;
  QComboBox* m_sampling = nullptr;
  QSpinBox* m_width = nullptr;
  QSpinBox* m_height = nullptr;
  QSpinBox* m_rate = nullptr;
  QSpinBox* m_every = nullptr;
  QSpinBox* m_exportEvery = nullptr;
  QToolButton* m_record = nullptr;
  QToolButton* m_objSequence = nullptr;
  QToolButton* m_vtuSequence = nullptr;
  QToolButton* m_browse = nullptr;
  QToolButton* m_viewSize = nullptr;
  QLabel* m_status = nullptr;
  QSize m_size;
};

}  // namespace sofa::gui
