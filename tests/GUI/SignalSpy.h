// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QTest>
#include <QVariantList>
#include <concepts>
#include <type_traits>

namespace sofa::gui {

/// The arguments of every emission of a signal, of an object of any thread, received in the thread that made the spy.
/// QSignalSpy up to Qt 6.5 fills its list in the thread that emits, and a wait that ends leaves an end for the next
/// one.
class SignalSpy : public QList<QVariantList> {
 public:
  template <class Sender, std::derived_from<Sender> Object, class... Args>
  SignalSpy(const Object* sender, void (Sender::*signal)(Args...)) {
    QObject::connect(sender, signal, &m_receiver,
                     [this](Args... args) { append(QVariantList{QVariant::fromValue<std::decay_t<Args>>(args)...}); });
  }
  SignalSpy(const SignalSpy&) = delete;
  SignalSpy& operator=(const SignalSpy&) = delete;

  /// Whether an emission arrived within these milliseconds, from now on.
  bool wait(int milliseconds = 5000) {
    const auto before = size();
    return QTest::qWaitFor([&] { return size() > before; }, milliseconds);
  }

 private:
  QObject m_receiver;
};

}  // namespace sofa::gui
