// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/RecorderPanel.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGroupBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QStandardPaths>
#include <QToolButton>
#include <QVBoxLayout>

namespace sofa::gui {
namespace {

constexpr int largestSide = 16384;

QToolButton* makeButton(const QString& name, const QString& text, const QString& help) {
  auto* button = new QToolButton;
  button->setObjectName(name);
  button->setText(text);
  button->setToolTip(help);
  return button;
}

QSpinBox* makeSpin(const QString& name, int low, int high, int value, const QString& help) {
  auto* spin = new QSpinBox;
  spin->setObjectName(name);
  spin->setRange(low, high);
  spin->setValue(value);
  spin->setToolTip(help);
  return spin;
}

QHBoxLayout* row(std::initializer_list<QWidget*> widgets) {
  auto* layout = new QHBoxLayout;
  for (auto* w : widgets) layout->addWidget(w);
  layout->addStretch(1);
  return layout;
}

}  // namespace

RecorderPanel::RecorderPanel(Session& session, Selection&, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_film(session),
      m_obj(session, ExportSequence::Kind::obj),
      m_vtu(session, ExportSequence::Kind::vtu) {
  setObjectName("RecorderPanel");
  build();
  connect(&m_film, &RecorderFilm::progressed, this,
          [this] { tell(QString("%1 pictures: %2").arg(m_film.pictures()).arg(QFileInfo(m_film.file()).fileName())); });
  connect(&m_film, &RecorderFilm::stopped, this, &RecorderPanel::filmEnded);
  connect(&m_session, &Session::stepped, this, [this] {
    for (auto [sequence, button] : {std::pair(&m_obj, m_objSequence), {&m_vtu, m_vtuSequence}}) {
      if (!button->isChecked()) continue;
      if (sequence->isRunning())
        tell(QString("%1 steps written to %2").arg(sequence->written()).arg(folder()));
      else
        button->setChecked(false);  // it gave up, and said why
    }
  });
  connect(qApp, &QCoreApplication::aboutToQuit, &m_film, &RecorderFilm::stop);
  updateEnabled();
}

RecorderPanel::~RecorderPanel() = default;

// --- The widgets -----------------------------------------------------------------------------------------------------

void RecorderPanel::build() {
  m_folder = new QLineEdit(QStandardPaths::writableLocation(QStandardPaths::MoviesLocation));
  m_folder->setObjectName("recorderFolder");
  m_folder->setToolTip("Folder that everything is written to; it is made if it is not there");
  m_browse = makeButton("recorderBrowse", "…", "Choose a folder");
  connect(m_browse, &QToolButton::clicked, this, [this] {
    const QString chosen = QFileDialog::getExistingDirectory(this, "Folder for recordings", folder());
    if (!chosen.isEmpty()) setFolder(chosen);
  });
  auto* where = new QHBoxLayout;
  where->addWidget(new QLabel("Folder"));
  where->addWidget(m_folder, 1);
  where->addWidget(m_browse);
  m_status = new QLabel;
  m_status->setObjectName("recorderStatus");
  m_status->setWordWrap(true);
  m_status->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addLayout(where);
  layout->addWidget(buildFilm());
  layout->addWidget(buildExport());
  layout->addWidget(m_status);
  layout->addStretch(1);
}

QWidget* RecorderPanel::buildFilm() {
  auto* box = new QGroupBox("What the view shows");
  auto* form = new QFormLayout(box);
  m_kind = new QComboBox;
  m_kind->setObjectName("recorderKind");
  m_kind->addItems({"Film (mp4)", "Film (mkv)", "Pictures (png)"});
  if (VideoWriter::program().isEmpty()) {
    m_kind->setCurrentIndex(2);
    m_kind->setToolTip("Films need the package ffmpeg, which is not installed.");
  }
  m_width = makeSpin("recorderWidth", 16, largestSide, 1280, "Width (pixels)");
  m_height = makeSpin("recorderHeight", 16, largestSide, 720, "Height (pixels)");
  m_viewSize = makeButton("recorderViewSize", "As the view", "Take the size of the view");
  m_viewSize->setEnabled(false);
  connect(m_viewSize, &QToolButton::clicked, this, [this] {
    m_width->setValue(m_size.width());
    m_height->setValue(m_size.height());
  });
  m_sampling = new QComboBox;
  m_sampling->setObjectName("recorderSampling");
  m_sampling->addItems({"every k-th step", "real time"});
  m_sampling->setToolTip(
      "Every k-th step is one picture, however long it takes to compute; or what is seen, by the clock");
  m_every = makeSpin("recorderEvery", 1, 100000, 1, "One picture for so many steps");
  m_every->setPrefix("k = ");
  m_rate = makeSpin("recorderRate", 1, 240, 60, "Pictures per second of the film");
  m_rate->setSuffix(" per second");
  m_record = makeButton("recorderRecord", "Record", "Start or end the recording");
  m_record->setCheckable(true);
  connect(m_record, &QToolButton::toggled, this, &RecorderPanel::setRecording);
  connect(m_kind, &QComboBox::currentIndexChanged, this, &RecorderPanel::updateEnabled);
  connect(m_sampling, &QComboBox::currentIndexChanged, this, &RecorderPanel::updateEnabled);
  form->addRow("Kind", row({m_kind, m_rate}));
  form->addRow("Size", row({m_width, new QLabel("x"), m_height, m_viewSize}));
  form->addRow("Sampling", row({m_sampling, m_every}));
  form->addRow(m_record);
  return box;
}

QWidget* RecorderPanel::buildExport() {
  auto* box = new QGroupBox("The scene itself");
  auto* form = new QFormLayout(box);
  auto* objNow = makeButton("exportObj", "Now", "Visual models as an OBJ file with materials");
  auto* vtuNow = makeButton("exportVtu", "Now", "Mechanical states and their meshes as VTU files, for ParaView");
  connect(objNow, &QToolButton::clicked, this, &RecorderPanel::exportObj);
  connect(vtuNow, &QToolButton::clicked, this, &RecorderPanel::exportVtu);
  m_objSequence = makeButton("exportObjSequence", "Every k-th step", "A file for every k-th step from now on");
  m_vtuSequence =
      makeButton("exportVtuSequence", "Every k-th step", "Files for every k-th step from now on, and their index");
  for (auto* button : {m_objSequence, m_vtuSequence}) button->setCheckable(true);
  connect(m_objSequence, &QToolButton::toggled, this, &RecorderPanel::setObjSequence);
  connect(m_vtuSequence, &QToolButton::toggled, this, &RecorderPanel::setVtuSequence);
  m_exportEvery = makeSpin("exportEvery", 1, 100000, 1, "Steps from one file to the next");
  m_exportEvery->setPrefix("k = ");
  form->addRow("Surfaces (OBJ)", row({objNow, m_objSequence}));
  form->addRow("States (VTU)", row({vtuNow, m_vtuSequence}));
  form->addRow("Steps", row({m_exportEvery}));
  return box;
}

void RecorderPanel::updateEnabled() {
  const bool recording = m_film.isRecording(), realTime = m_sampling->currentIndex() == 1;
  for (QWidget* w : std::initializer_list<QWidget*>{m_kind, m_width, m_height, m_sampling, m_browse, m_folder})
    w->setEnabled(!recording);
  m_viewSize->setEnabled(!recording && !m_size.isEmpty());
  m_every->setEnabled(!recording && !realTime);
  m_rate->setEnabled(!recording && (m_kind->currentIndex() != 2 || realTime));
  const QSignalBlocker blocker(m_record);
  m_record->setChecked(recording);
  m_record->setText(recording ? "Stop" : "Record");
}

void RecorderPanel::setViewSize(int width, int height) {
  m_size = {width, height};
  updateEnabled();
}

void RecorderPanel::setFolder(const QString& folder) { m_folder->setText(folder); }

QString RecorderPanel::folder() const { return m_folder->text().isEmpty() ? QDir::currentPath() : m_folder->text(); }

QString RecorderPanel::sceneName() const {
  const QString name = QFileInfo(m_session.file()).completeBaseName();
  return name.isEmpty() ? QString("scene") : name;
}

QString RecorderPanel::statusText() const { return m_status->text(); }

void RecorderPanel::tell(const QString& text, bool problem) {
  m_status->setText(text);
  if (problem) helper::send(helper::Severity::Error, "Recorder", text.toStdString());
}

// --- Films and pictures ----------------------------------------------------------------------------------------------

RecorderFilm::Settings RecorderPanel::settings() const {
  RecorderFilm::Settings s;
  s.folder = folder();
  s.name = sceneName();
  s.kind = static_cast<RecorderFilm::Settings::Kind>(m_kind->currentIndex());
  s.width = m_width->value();
  s.height = m_height->value();
  s.rate = m_rate->value();
  s.realTime = m_sampling->currentIndex() == 1;
  s.every = m_every->value();
  return s;
}

void RecorderPanel::setSettings(const RecorderFilm::Settings& s) {
  setFolder(s.folder);
  m_kind->setCurrentIndex(static_cast<int>(s.kind));
  m_width->setValue(s.width);
  m_height->setValue(s.height);
  m_rate->setValue(s.rate);
  m_sampling->setCurrentIndex(s.realTime ? 1 : 0);
  m_every->setValue(s.every);
}

void RecorderPanel::setRecording(bool recording) {
  if (recording == m_film.isRecording()) return;
  QString reason;
  if (!recording)
    m_film.stop();
  else if (m_film.start(settings(), reason))
    tell("Recording to " + m_film.file());
  else
    tell(reason, true);
  updateEnabled();
  Q_EMIT recordingChanged(m_film.isRecording());
}

void RecorderPanel::filmEnded(const QString& reason) {
  if (reason.isEmpty())
    tell(QString("%1 pictures in %2").arg(m_film.pictures()).arg(m_film.file()));
  else
    tell(reason, true);
  updateEnabled();
  Q_EMIT recordingChanged(false);
}

// --- The scene itself ------------------------------------------------------------------------------------------------

void RecorderPanel::exportOnce(ExportSequence::Kind kind) {
  m_session.ask(
      this,
      [kind, folder = folder(), name = sceneName(), &session = m_session](simulation::Node& root) {
        return ExportSequence::writeOnce(root, kind, folder, name, session.lastStep().step);
      },
      [this](bool good) { tell(good ? "Written to " + folder() : "Nothing was written: the messages tell why."); });
}

void RecorderPanel::setSequence(ExportSequence& sequence, QToolButton* button, bool on) {
  if (on)
    sequence.start(folder(), sceneName(), m_exportEvery->value());
  else
    sequence.stop();
  const QSignalBlocker blocker(button);
  button->setChecked(on);
}

void RecorderPanel::setObjSequence(bool on) { setSequence(m_obj, m_objSequence, on); }

void RecorderPanel::setVtuSequence(bool on) { setSequence(m_vtu, m_vtuSequence, on); }

}  // namespace sofa::gui
