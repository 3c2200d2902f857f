// SPDX-License-Identifier: Apache-2.0
#include "Sofa/GUI/Timeline/TimelinePanel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <QSpinBox>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace sofa::gui {
namespace {

constexpr int refreshMilliseconds = 100;
constexpr int usualMebibytes = 1024, usualInterval = 50;
constexpr std::size_t mebibyte = 1 << 20;
constexpr std::size_t checkpointLimit = std::size_t{2} << 30;
constexpr int longestPause = 1000, shortestPause = 10;  ///< between frames of the playback (ms)

QIcon recordIcon() {
  QIcon icon;
  for (const bool on : {false, true}) {
    QPixmap pixmap(32, 32);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(214, 58, 58));
    if (on)
      painter.drawRoundedRect(QRectF(7, 7, 18, 18), 3, 3);
    else
      painter.drawEllipse(QRectF(5, 5, 22, 22));
    icon.addPixmap(pixmap, QIcon::Normal, on ? QIcon::On : QIcon::Off);
  }
  return icon;
}

/// Drawn in the colour of texts: a style's own icons may be made for the other kind of palette.
QIcon playerIcon(const QString& sign, const QPalette& palette) {
  QPixmap pixmap(32, 32);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette.color(QPalette::ButtonText));
  double x = sign.size() == 1 ? 9 : 4;
  for (const QChar c : sign) {
    if (c == '>') painter.drawPolygon(QPolygonF{{x, 7}, {x + 15, 16}, {x, 25}});
    if (c == '<') painter.drawPolygon(QPolygonF{{x + 15, 7}, {x, 16}, {x + 15, 25}});
    if (c == '|') painter.drawRect(QRectF(x, 7, 5, 18));
    x += c == '|' ? 9 : 15;
  }
  return QIcon(pixmap);
}

QString sizeText(std::size_t bytes) {
  return bytes < mebibyte
             ? QString("%1 KiB").arg(bytes / 1024)
             : QString("%1 MiB").arg(static_cast<double>(bytes) / mebibyte, 0, 'f', bytes < 10 * mebibyte ? 1 : 0);
}

}  // namespace

TimelinePanel::TimelinePanel(Session& session, Selection&, QWidget* parent)
    : QWidget(parent),
      m_session(session),
      m_frames(std::make_shared<TimelineFrames>(usualMebibytes * mebibyte)),
      m_checkpoints(std::make_shared<TimelineCheckpoints>(checkpointLimit)) {
  setObjectName("TimelinePanel");
  qRegisterMetaType<std::shared_ptr<const gl::Frame>>();
  build();
  m_refresh.setSingleShot(true);
  m_refresh.setInterval(refreshMilliseconds);
  connect(&m_refresh, &QTimer::timeout, this, &TimelinePanel::flush);
  m_playback.setSingleShot(true);
  connect(&m_playback, &QTimer::timeout, this, &TimelinePanel::playNext);
  connectSession();
  updateControls();
}

TimelinePanel::~TimelinePanel() {
  cancel();
  disconnect(m_capture);
  if (m_recording->exchange(false)) m_session.setCaptureEveryStep(false);
  m_session.removeObserver(m_checkpoints.get());
}

void TimelinePanel::connectSession() {
  m_session.addObserver(m_checkpoints.get());
  // In the simulation's thread, before the next step: the frame that is there is the one that the signal is about.
  m_capture = connect(
      &m_session, &Session::frameReady, &m_session,
      [frames = m_frames, recording = m_recording, &source = m_session] {
        if (*recording) frames->add(source.frame());
      },
      Qt::DirectConnection);
  connect(&m_session, &Session::frameReady, this, [this] {
    if (isRecording() && !m_refresh.isActive()) m_refresh.start();
  });
  connect(&m_session, &Session::loading, this, [this] {
    cancel();
    m_jumping = false;  // the answer may never come
    clear();
  });
  connect(&m_session, &Session::wasReset, this, [this] {
    m_shown = -1;
    flush();
    Q_EMIT showFrame(nullptr);
  });
  connect(&m_session, &Session::playingChanged, this, [this](bool playing) {
    if (playing) followPresent();
  });
}

// --- The widgets -----------------------------------------------------------------------------------------------------

void TimelinePanel::build() {
  m_slider = new QSlider(Qt::Horizontal);
  m_slider->setObjectName("timelineSlider");
  m_slider->setToolTip("Shows a past step");
  connect(m_slider, &QSlider::valueChanged, this, [this](int value) { showIndex(static_cast<std::size_t>(value)); });
  m_where = new QLabel;
  m_where->setObjectName("timelineWhere");
  m_where->setMinimumWidth(fontMetrics().horizontalAdvance("step 000000, t = 00.0000 s  "));
  m_status = new QLabel;
  m_status->setObjectName("timelineStatus");
  m_status->setWordWrap(true);
  auto* line = new QHBoxLayout;
  line->addWidget(m_slider, 1);
  line->addWidget(m_where);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 4, 6, 4);
  layout->setSpacing(4);
  layout->addWidget(buildControls());
  layout->addLayout(line);
  layout->addWidget(buildSettings());
  layout->addStretch(1);
}

QWidget* TimelinePanel::buildControls() {
  auto* bar = new QWidget;
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  const auto add = [&](const QString& name, const QString& help) {
    auto* button = new QToolButton;
    button->setObjectName(name);
    button->setToolTip(help);
    button->setAutoRaise(true);
    layout->addWidget(button);
    return button;
  };
  m_record = add("timelineRecord", "Keep the steps that go by");
  m_record->setText("Record");
  m_record->setIcon(recordIcon());
  m_record->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  m_record->setCheckable(true);
  connect(m_record, &QToolButton::toggled, this, &TimelinePanel::setRecording);
  m_first = add("timelineFirst", "First step that is kept");
  m_back = add("timelineBack", "One step back");
  m_play = add("timelinePlay", "Play back");
  m_forward = add("timelineForward", "One step forward");
  m_last = add("timelineLast", "The present");
  m_first->setIcon(playerIcon("|<", palette()));
  m_back->setIcon(playerIcon("<", palette()));
  m_play->setIcon(playerIcon(">", palette()));
  m_forward->setIcon(playerIcon(">|", palette()));
  m_last->setIcon(playerIcon(">>", palette()));
  m_play->setCheckable(true);
  connect(m_first, &QToolButton::clicked, this, [this] { showIndex(0); });
  connect(m_back, &QToolButton::clicked, this, [this] {
    const int at = m_shown >= 0 ? m_shown : static_cast<int>(m_frames->size()) - 1;
    if (at > 0) showIndex(static_cast<std::size_t>(at - 1));
  });
  connect(m_forward, &QToolButton::clicked, this, [this] {
    if (m_shown >= 0) showIndex(static_cast<std::size_t>(m_shown + 1));
  });
  connect(m_last, &QToolButton::clicked, this, &TimelinePanel::followPresent);
  connect(m_play, &QToolButton::toggled, this, &TimelinePanel::setPlayingBack);
  layout->addSpacing(12);
  m_goOn = add("timelineGoOn", "Make the step that is shown the present, and simulate on from there");
  m_goOn->setText("Go on from here");
  connect(m_goOn, &QToolButton::clicked, this, &TimelinePanel::goOnFromHere);
  m_stepBack = add("timelineStepBack", "Take the last step of the simulation back");
  m_stepBack->setText("Undo step");
  connect(m_stepBack, &QToolButton::clicked, this, &TimelinePanel::stepBack);
  m_cancel = add("timelineCancel", "Give up what is being computed; the simulation stays at its present step");
  m_cancel->setText("Cancel");
  m_cancel->hide();
  connect(m_cancel, &QToolButton::clicked, this, &TimelinePanel::cancel);
  layout->addStretch(1);
  auto* clearAll = add("timelineClear", "Forget all steps");
  clearAll->setText("Clear");
  connect(clearAll, &QToolButton::clicked, this, &TimelinePanel::clear);
  return bar;
}

QWidget* TimelinePanel::buildSettings() {
  auto* bar = new QWidget;
  auto* layout = new QHBoxLayout(bar);
  layout->setContentsMargins(0, 0, 0, 0);
  m_memory = new QSpinBox;
  m_memory->setObjectName("timelineMemory");
  m_memory->setRange(1, 1 << 20);
  m_memory->setValue(usualMebibytes);
  m_memory->setSuffix(" MiB");
  m_memory->setToolTip("Memory for pictures of past steps; older ones give way");
  connect(m_memory, &QSpinBox::valueChanged, this, [this](int value) {
    m_frames->setLimit(static_cast<std::size_t>(value) * mebibyte);
    flush();
  });
  m_interval = new QSpinBox;
  m_interval->setObjectName("timelineInterval");
  m_interval->setRange(0, 100000);
  m_interval->setValue(usualInterval);
  m_interval->setPrefix("state every ");
  m_interval->setSuffix(" steps");
  m_interval->setSpecialValueText("no states");
  m_interval->setToolTip("Saves the state in a temporary folder, so that the simulation can go on from a past step");
  connect(m_interval, &QSpinBox::valueChanged, this, [this](int value) {
    if (isRecording()) m_checkpoints->setInterval(value);
  });
  layout->addWidget(m_memory);
  layout->addWidget(m_interval);
  layout->addWidget(m_status, 1);
  return bar;
}

// --- Recording -------------------------------------------------------------------------------------------------------

bool TimelinePanel::isRecording() const { return *m_recording; }

void TimelinePanel::setRecording(bool recording) {
  if (*m_recording == recording) return;
  *m_recording = recording;
  m_session.setCaptureEveryStep(recording);
  m_checkpoints->setInterval(recording ? m_interval->value() : 0);
  if (recording) {
    m_frames->add(m_session.frame());
    if (m_interval->value() > 0)
      m_session.ask(
          this,
          [checkpoints = m_checkpoints, &source = m_session](simulation::Node& root) {
            checkpoints->save(root, source.lastStep().step);
            return 0;
          },
          [this](int) { updateControls(); });
  }
  m_record->setChecked(recording);
  updateControls();
  Q_EMIT recordingChanged(recording);
}

void TimelinePanel::setMemoryLimit(int mebibytes) { m_memory->setValue(mebibytes); }

void TimelinePanel::setCheckpointInterval(int steps) { m_interval->setValue(steps); }

void TimelinePanel::clear() {
  m_frames->clear();
  m_session.ask(
      this,
      [checkpoints = m_checkpoints](simulation::Node&) {
        checkpoints->clear();
        return 0;
      },
      [this](int) { updateControls(); });
  followPresent();
}

void TimelinePanel::flush() { updateControls(); }

// --- Looking back ----------------------------------------------------------------------------------------------------

void TimelinePanel::showIndex(std::size_t index) {
  if (m_frames->size() == 0) return;
  m_session.setPlaying(false);
  m_shown = static_cast<int>(std::min(index, m_frames->size() - 1));
  showShown();
}

void TimelinePanel::showShown() {
  updateControls();
  if (auto frame = m_frames->at(static_cast<std::size_t>(m_shown))) Q_EMIT showFrame(std::move(frame));
}

void TimelinePanel::followPresent() {
  m_playback.stop();
  const bool shown = std::exchange(m_shown, -1) >= 0;
  updateControls();
  if (shown) Q_EMIT showFrame(nullptr);
}

void TimelinePanel::setPlayingBack(bool playing) {
  if (playing && m_frames->size() > 1) {
    m_session.setPlaying(false);
    if (m_shown < 0 || m_shown + 1 >= static_cast<int>(m_frames->size())) m_shown = 0;
    showShown();
    m_playback.start(shortestPause);
  } else {
    m_playback.stop();
  }
  updateControls();
}

/// As fast as the simulated time goes.
void TimelinePanel::playNext() {
  const auto at = static_cast<std::size_t>(m_shown);
  const auto present = m_frames->at(at), next = m_frames->at(at + 1);
  if (m_shown < 0 || !present || !next) return updateControls();
  ++m_shown;
  const auto after = m_frames->at(at + 2);
  const double pause = after ? (after->time - next->time) * 1e3 : 0;
  if (after) m_playback.start(std::clamp(static_cast<int>(pause), shortestPause, longestPause));
  showShown();
}

// --- Going back ------------------------------------------------------------------------------------------------------

void TimelinePanel::goOnFromHere() {
  const auto frame = m_shown >= 0 ? m_frames->at(static_cast<std::size_t>(m_shown)) : nullptr;
  if (frame) goTo(frame->step);
}

void TimelinePanel::stepBack() {
  const long step = m_session.lastStep().step;
  if (step > 0) goTo(step - 1);
}

void TimelinePanel::goTo(long step) {
  if (m_jumping) return;
  m_jumping = true;
  m_way = std::make_shared<TimelineCheckpoints::Way>();
  m_session.setPlaying(false);
  m_goal = step;
  updateControls();
  m_session.ask(
      this,
      [checkpoints = m_checkpoints, way = m_way, step, &target = m_session](simulation::Node& root) {
        const long present = target.lastStep().step, at = checkpoints->restore(root, step, present, *way);
        if (at != present) target.arriveAt(root, at);
        return at;
      },
      [this](long) {
        m_jumping = false;
        followPresent();
      });
  m_session.post([](simulation::Node&) {});  // shows where it is now
}

void TimelinePanel::cancel() { m_way->cancelled = true; }

// --- What is told ----------------------------------------------------------------------------------------------------

void TimelinePanel::updateControls() {
  const int count = static_cast<int>(m_frames->size());
  m_shown = std::min(m_shown, count - 1);
  const int at = m_shown >= 0 ? m_shown : count - 1;
  {
    const QSignalBlocker blocker(m_slider);
    m_slider->setRange(0, std::max(0, count - 1));
    m_slider->setValue(std::max(0, at));
  }
  {
    const QSignalBlocker blocker(m_play);
    m_play->setChecked(m_playback.isActive());
    m_play->setIcon(playerIcon(m_playback.isActive() ? "||" : ">", palette()));
  }
  m_slider->setEnabled(count > 1);
  for (auto* button : {m_first, m_back, m_play}) button->setEnabled(count > 1);
  m_forward->setEnabled(m_shown >= 0 && m_shown + 1 < count);
  m_last->setEnabled(m_shown >= 0);
  const auto frame = at >= 0 ? m_frames->at(static_cast<std::size_t>(at)) : nullptr;
  m_goOn->setEnabled(!m_jumping && m_shown >= 0 && frame && m_checkpoints->covers(frame->step));
  const long present = m_session.lastStep().step;
  m_cancel->setVisible(m_jumping);
  m_stepBack->setEnabled(!m_jumping && present > 0 && m_checkpoints->covers(present - 1));
  if (m_jumping)
    m_where->setText(m_way->at < 0 ? QString("going to step %1…").arg(m_goal)
                                   : QString("computing step %1 of %2…").arg(m_way->at + 1).arg(m_goal));
  else
    m_where->setText(frame ? QString("step %1, t = %2 s").arg(frame->step).arg(frame->time, 0, 'g', 6) : "");

  if (m_jumping && !m_refresh.isActive()) m_refresh.start();

  QString status =
      count == 0 ? "Nothing is kept yet." : QString("%1 steps, %2").arg(count).arg(sizeText(m_frames->bytes()));
  if (m_frames->dropped() > 0) status += QString("; %1 older ones gave way").arg(m_frames->dropped());
  if (m_checkpoints->size() > 0)
    status += QString("; %1 states, %2").arg(m_checkpoints->size()).arg(sizeText(m_checkpoints->bytes()));
  m_status->setText(status);
}

}  // namespace sofa::gui
