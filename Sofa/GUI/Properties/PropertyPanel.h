// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <QTimer>
#include <QWidget>
#include <memory>

#include "Sofa/GUI/Properties/DataEdits.h"
#include "Sofa/GUI/Properties/DataSnapshot.h"
#include "Sofa/GUI/Properties/PropertyMessages.h"

class QLabel;
class QMenu;
class QTabWidget;
class QToolButton;
class QVBoxLayout;

namespace sofa::gui {

class DataBaseline;
class PropertyDataPage;
class PropertyEnergyPage;
class PropertyInfoPage;
class PropertyLinksPage;

/// The property sheet: what the selected node or component is, its Data with editors, its links, where it comes from
/// and what it said; of nodes also energies. A menu leads to the other components of its body.
///
/// Values are read between two steps and shown when they come; while the simulation runs, what is on the screen is
/// refreshed at most 10 times a second.
class PropertyPanel : public QWidget {
  Q_OBJECT

 public:
  PropertyPanel(Session& session, Selection& selection, QWidget* parent = nullptr);
  ~PropertyPanel() override;
  /// Makes the changes from now on, e.g. so that they can be undone; it must outlive the panel. Null: directly.
  void setEdits(DataEdits* edits);
  PropertyDataPage* dataPage() const { return m_data; }
  PropertyEnergyPage* energyPage() const { return m_energy; }
  QTabWidget* tabs() const { return m_tabs; }

 Q_SIGNALS:
  void plotRequested(const sofa::gui::ObjectHandle& object, const QString& data);
  void colorByRequested(const sofa::gui::ObjectHandle& object, const QString& data);
  /// Enter or Escape ended the input into a field: keys are no longer meant for it.
  void inputEnded();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Loaded {
    ObjectSnapshot object;
    QString body;  // path of its node
    std::vector<ObjectHandle> components;
  };
  struct Refresh {
    ObjectHandle object;  // where it is now
    bool alive = false;
    std::vector<DataSnapshot> data;
    std::vector<LinkSnapshot> links;
    std::optional<EnergySnapshot> energy;
  };
  void makeHeader(QVBoxLayout* layout);
  void makePages(QVBoxLayout* layout);
  void watchSession();
  void watchEdits();
  void load();
  void display(const ObjectSnapshot& object);
  void fillBodyMenu(const Loaded& loaded);
  void showGone();
  void showHeader(const ObjectHandle& object, const QString& templateName);
  void refreshLater();
  void refresh();
  void receive(const Refresh& answer);
  void selectAgain();
  void updateMessages();
  void refused(const ObjectHandle& object, const QString& data, const QString& why);

  Session& m_session;
  Selection& m_selection;
  std::unique_ptr<DirectDataEdits> m_ownEdits;
  DataEdits* m_edits;
  std::shared_ptr<DataBaseline> m_baseline;
  MessageCollector m_messages{m_session};

  QWidget* m_header;
  QLabel *m_icon, *m_name, *m_class, *m_path, *m_note;
  QToolButton* m_body;
  QMenu* m_bodyMenu;
  QTabWidget* m_tabs;
  PropertyDataPage* m_data;
  PropertyLinksPage* m_links;
  PropertyInfoPage* m_info;
  PropertyMessagesPage* m_messagesPage;
  PropertyEnergyPage* m_energy;

  ObjectSnapshot m_object;  // as it was when its rows were made; not alive: nothing is shown
  QTimer m_timer;
  int m_generation = 0;  // of questions: answers about an object shown before are dropped
  bool m_asking = false, m_stale = false, m_gone = false;
};

}  // namespace sofa::gui
