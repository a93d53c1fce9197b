// The common part of targets that are brokers of MQTT: what is published there, and what is kept while the broker is away.
import Foundation
import SerialLink
import TerminalInterface

/// A target that is a broker.
///
/// A message counts as sent when the broker has confirmed it. Until then it is kept, also while the broker is away: in memory,
/// at most for `keepSeconds` and at most `KeptMessages.byteLimit`. A message may come twice, after a connection was lost.
package class TargetBroker {
  /// Seconds that a reading waits for a broker at most, unless the user says otherwise.
  static let usualKeep = 600.0
  /// Seconds between two messages about our health while nothing changes.
  private static let healthPeriod = 60.0
  /// Seconds for the last messages, when the program ends.
  private static let farewell = 0.7
  /// Seconds within which a broker must confirm a message. One that answers pings and confirms nothing is stuck.
  private static let confirmation = 30.0

  package let name: String
  package let form = PublishedForm.documents
  private let host: String
  private let port: UInt16
  private let isSecure: Bool
  private let prefix: String
  private let credentialsPath: String?
  private let discovery: HomeAssistant?
  private var kept: KeptMessages
  private var client: BrokerClient?
  private var sent = 0
  private var connections = 0
  private var hasGreeted = false
  private var health = (dropped: -1, isBehind: false)
  private var nextHealth = Deadline.now
  /// The message about our health that is not confirmed: a second one does not queue behind it.
  private var pendingHealth: Int32?
  private var hasEnded = false
  private var remark: String?
  private var hasWarned = false

  init(_ text: TargetText, usualPort: UInt16, isSecure: Bool) throws(TargetTextError) {
    let example = "\(text.scheme)://192.168.1.10/boat/compass"
    let (host, port, path) = try text.placeAndPath(example: example)
    try text.allow(["credentials", "keep", "discovery"])
    guard let host else { throw .wrong(text.whole, "it lacks the broker’s host: \(example)") }
    guard port != 0 else { throw .wrong(text.whole, "a broker has a port; without one it is \(usualPort)") }
    guard let path, Self.isTopic(path) else {
      throw .wrong(
        text.whole,
        "the topic to publish under follows the host, without “#” and “+” and without a slash at its end: \(example)")
    }
    let keep = try text.option("keep").map { option throws(TargetTextError) in
      guard let seconds = Double(option), (0...86_400).contains(seconds) else {
        throw .wrong(text.whole, "keep=\(option) must be seconds, up to 86400")
      }
      return seconds
    }
    let home = text.option("discovery") ?? HomeAssistant.usualPrefix
    guard home == "off" || Self.isTopic(home) else {
      throw .wrong(text.whole, "discovery=\(home) must be a topic, or off")
    }
    (self.host, self.port, self.isSecure, prefix) = (host, port ?? usualPort, isSecure, path)
    credentialsPath = text.option("credentials")
    discovery = home == "off" ? nil : HomeAssistant(prefix: path, discovery: home)
    kept = KeptMessages(seconds: keep ?? Self.usualKeep)
    let place = "\(SocketAddress.text(host))" + (port == nil || port == usualPort ? "" : ":\(port ?? usualPort)")
    name = "\(text.scheme)://\(place)/\(path)"
  }

  /// Whether messages may be published under this topic (MQTT 3.1.1, section 4.7), and it is no system topic.
  private static func isTopic(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200 && !text.hasPrefix("$") && !text.hasPrefix("/") && !text.hasSuffix("/")
      && !text.contains("//") && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "#" && $0 != "+" }
  }

  package var counters: TargetCounters {
    var counters = TargetCounters()
    (counters.sent, counters.skipped) = (sent, kept.dropped + (hasEnded ? kept.count : 0))
    return counters
  }

  package var waitingLimit: Int { 6000 }

  // MARK: - The connection

  package func open() throws(TargetFault) {
    guard let library = MosquittoLibrary.shared else {
      throw TargetFault(
        "MQTT needs the library libmosquitto.so.1, which is not installed.\nInstall it: apt-get install libmosquitto1")
    }
    let credentials = try credentialsPath.map { path throws(TargetFault) in try BrokerCredentials(path: path) }
    if !isSecure, let path = credentialsPath, credentials?.namesCertificates == true {
      throw TargetFault(
        "\(path) names certificates, and mqtt: is not encrypted.\nWrite mqtts://…, or take ca, certificate and key out."
      )
    }
    warn(credentials)
    (hasGreeted, pendingHealth) = (false, nil)
    client = try BrokerClient(
      library,
      BrokerClient.Settings(
        host: host, port: port, isSecure: isSecure, credentials: credentials ?? BrokerCredentials(),
        will: (healthTopic, Array((["state": "offline"] as JSONObject).line.utf8))))
  }

  /// Warns once of credentials that others can read.
  private func warn(_ credentials: BrokerCredentials?) {
    guard let path = credentialsPath, !hasWarned else { return }
    hasWarned = true
    if BrokerCredentials.isOpenToOthers(path: path) {
      remark = "other users of this machine can read \(path).\nKeep it to yourself: chmod 600 \(path)"
    } else if credentials?.password != nil, !isSecure, !["localhost", "127.0.0.1", "::1"].contains(host) {
      remark = "the password travels in clear text to \(host).\nWith TLS: mqtts://"
    }
  }

  package var watched: [pollfd] { client?.watched.map { [$0] } ?? [] }

  package func attend(_ ready: [pollfd]) throws(TargetFault) -> String? {
    try exchange()
    defer { remark = nil }
    return remark
  }

  /// Never fails, so that no message is both kept here and handed over again: a fault shows in `attend`.
  package func send(_ message: [UInt8]) throws(TargetFault) {
    kept.append(message, at: MonotonicClock.nanoseconds())
    guard let client, hasGreeted, client.isConnected else { return }
    kept.flush(at: MonotonicClock.nanoseconds()) { client.publish($0, to: readingTopic) }
  }

  package func keep(_ message: [UInt8]) -> Bool {
    kept.append(message, at: MonotonicClock.nanoseconds())
    return true
  }

  /// Sends what waits, and removes what is confirmed.
  private func exchange() throws(TargetFault) {
    guard let client else { return }
    kept.dropOld(at: MonotonicClock.nanoseconds())
    for number in try client.turn() {
      if kept.confirm(number) { sent += 1 }
      if number == pendingHealth { pendingHealth = nil }
    }
    guard client.isConnected else { return }
    if kept.hasWaited(Self.confirmation, at: MonotonicClock.nanoseconds()) { throw client.confirmsNothing }
    if !hasGreeted {
      hasGreeted = true
      connections += 1
      for (topic, message) in discovery?.messages(reading: readingTopic, health: healthTopic) ?? [] {
        _ = client.publish(Array(message.utf8), to: topic, retained: true)
      }
      (health, nextHealth) = ((-1, false), .now)
    }
    kept.flush(at: MonotonicClock.nanoseconds()) { client.publish($0, to: readingTopic) }
    tellHealth(client)
  }

  package func close() {
    if let client, client.isConnected { takeLeave(client) }
    client = nil
    kept.restart()
  }

  package func end() {
    close()
    hasEnded = true
  }

  /// Sends the last messages, and says that we are gone. Only if the broker has confirmed that, the connection ends in
  /// order: otherwise the broker must publish the will, which says the same (MQTT 3.1.1, section 3.14.4).
  private func takeLeave(_ client: BrokerClient) {
    let end = Deadline.after(seconds: Self.farewell)
    do throws(TargetFault) {
      while kept.count > 0, !end.hasPassed { try waitAndExchange(client, until: end) }
      guard let last = publishHealth(client, state: "offline") else { return }
      while !end.hasPassed {
        Self.wait(client, until: end)
        if try client.turn().contains(last) { return client.disconnect() }
      }
    } catch {}
  }

  private func waitAndExchange(_ client: BrokerClient, until end: Deadline) throws(TargetFault) {
    Self.wait(client, until: end)
    try exchange()
  }

  private static func wait(_ client: BrokerClient, until end: Deadline) {
    guard var watched = client.watched else { return }
    _ = poll(&watched, 1, end.pollMilliseconds)
  }

  // MARK: - Topics

  private var readingTopic: String { "\(prefix)/reading" }
  private var healthTopic: String { "\(prefix)/health" }

  /// Tells our health when it has changed, at most once a second, and from time to time.
  private func tellHealth(_ client: BrokerClient) {
    // A reading that was sent a moment ago is no backlog.
    let now = (kept.dropped, kept.count > KeptMessages.windowLimit)
    let isFirst = health.dropped < 0
    guard isFirst || nextHealth.hasPassed || now != health && sinceHealth.hasPassed else { return }
    guard pendingHealth == nil, let number = publishHealth(client, state: "online") else { return }
    (health, pendingHealth) = (now, number)
    nextHealth = .after(seconds: Self.healthPeriod)
    sinceHealth = .after(seconds: 1)
  }
  private var sinceHealth = Deadline.now

  private func publishHealth(_ client: BrokerClient, state: String) -> Int32? {
    let document: JSONObject = [
      "state": .string(state), "sent": .integer(sent), "kept": .integer(kept.count),
      "dropped": .integer(kept.dropped), "connections": .integer(connections),
    ]
    return client.publish(Array(document.line.utf8), to: healthTopic, retained: true)
  }
}

/// `mqtt://HOST[:PORT]/TOPIC`
package final class BrokerTarget: TargetBroker, PublishTarget {
  package static let scheme = "mqtt"
  package static let pattern = "mqtt://HOST[:PORT]/TOPIC"
  package static let explanation =
    "a broker of MQTT: a JSON document a second at TOPIC/reading, health at TOPIC/health, and what Home Assistant needs to "
    + "find it; ?credentials=FILE names user and password, ?keep=SECONDS how long readings wait for the broker (600), "
    + "?discovery=off is for homes without Home Assistant"

  package init(_ text: TargetText) throws(TargetTextError) {
    // IANA, service "mqtt".
    try super.init(text, usualPort: 1883, isSecure: false)
  }
}

/// `mqtts://HOST[:PORT]/TOPIC`
package final class SecureBrokerTarget: TargetBroker, PublishTarget {
  package static let scheme = "mqtts"
  package static let pattern = "mqtts://HOST[:PORT]/TOPIC"
  package static let explanation =
    "likewise, with TLS; the file with the credentials may name ca, certificate and key"

  package init(_ text: TargetText) throws(TargetTextError) {
    // IANA, service "secure-mqtt".
    try super.init(text, usualPort: 8883, isSecure: true)
  }
}
