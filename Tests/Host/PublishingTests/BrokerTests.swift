// Credentials from a file, and what Home Assistant is told.
import Foundation
import TestSupport
import Testing

@testable import Publishing

@Suite struct BrokerTests {
  private func credentials(_ text: String) throws -> BrokerCredentials {
    let folder = try TemporaryFolder()
    return try BrokerCredentials(path: folder.write(text, to: "broker.conf"))
  }

  @Test func credentials_areReadLineByLine() throws {
    let found = try credentials(
      "# ours\n\nuser = boat\npassword = a = b # c \n  ca=/etc/ca.pem\ncertificate = c\nkey = k\n")
    #expect(found.user == "boat" && found.password == "a = b # c" && found.authority == "/etc/ca.pem")
    #expect(found.certificate == "c" && found.key == "k")
    #expect(try credentials("") == BrokerCredentials())
    #expect(try credentials("user = a\r\npassword = b\r\n").password == "b")
  }

  @Test(arguments: [
    ("user = boat\nsecret\n", "line 2: it is none of the credentials"), ("pass = secret", "line 1: it is none"),
    ("password = secret", "a password without a user"), ("certificate = c", "a certificate and its key"),
    ("user = \n", "line 1: it is none"),
  ])
  func mistakes_areNamedWithoutTheSecret(text: String, words: String) {
    let error = #expect(throws: TargetFault.self) { _ = try credentials(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("secret") == false)
  }

  @Test func file_thatOthersCanRead_isNoticed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("user = a", to: "broker.conf")
    #expect(chmod(path, 0o600) == 0 && !BrokerCredentials.isOpenToOthers(path: path))
    #expect(chmod(path, 0o640) == 0 && BrokerCredentials.isOpenToOthers(path: path))
  }

  @Test func homeAssistant_isToldOneDocumentForEachField() throws {
    let messages = HomeAssistant(prefix: "boat/compass é", discovery: "ha").messages(reading: "r", health: "h")
    #expect(messages.count == 7)
    var names: Set<String> = []
    for (topic, message) in messages {
      let object = try #require(JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any])
      let identifier = try #require(object["unique_id"] as? String)
      #expect(identifier.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
      names.insert(identifier)
      #expect(topic.hasPrefix("ha/sensor/binnacle_boat_compass___") && topic.hasSuffix("/config"))
      #expect(object["state_topic"] as? String == "r" && object["availability_topic"] as? String == "h")
    }
    #expect(names.count == 7)
  }

  @Test func compasses_withLikeNames_areTwoForHomeAssistant() {
    let prefixes = ["boat/compass", "boat-compass", "boat_compass", "boat+compass", "дом/шлюз", "лес/край"]
    let topics = prefixes.map {
      HomeAssistant(prefix: $0, discovery: "ha").messages(reading: "r", health: "h")[0].topic
    }
    #expect(Set(topics).count == prefixes.count, "\(topics)")
    #expect(topics[1].hasPrefix("ha/sensor/binnacle_boat-compass/"))
  }
}
