// The picture of `binnacle compare`: headings, their difference, and the strength of the field, one above the other.
import Foundation
import TerminalInterface

/// Three charts with a common time axis, as SVG.
struct ComparisonPicture {
  private let comparison: FileComparison
  private static let (width, left, right, height, gap) = (900.0, 70.0, 20.0, 200.0, 56.0)
  private static let colours = (a: "#0a58ca", b: "#c2410c", band: "#e5e7eb")

  init(_ comparison: FileComparison) { self.comparison = comparison }

  var svg: String {
    let pairs = comparison.pairs
    let span = (pairs[0].seconds, max(pairs[pairs.count - 1].seconds, pairs[0].seconds + 1e-3))
    let headings = headings
    var charts = [
      chart(
        "heading, °", span,
        [(Self.colours.a, headings), (Self.colours.b, zip(headings, pairs).map { $0 + $1.difference })]),
      chart(
        "difference B − A, °", span, [(Self.colours.b, pairs.map(\.difference))],
        band: pairs.allSatisfy { $0.accuracy != nil } ? pairs.map { $0.accuracy! } : nil),
    ]
    if pairs.allSatisfy({ $0.strengths != nil }) {
      charts.append(
        chart(
          "field, uT", span,
          [
            (Self.colours.a, pairs.map { $0.strengths!.a / 1000 }),
            (Self.colours.b, pairs.map { $0.strengths!.b / 1000 }),
          ]))
    }
    let height = Double(charts.count) * (Self.height + Self.gap) + 58
    var text =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Int(Self.width)) \(Int(height))\" "
      + "font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    text += label(Self.left, 20, "A: \(comparison.a.name)", Self.colours.a)
    text += label(Self.left + 400, 20, "B: \(comparison.b.name)", Self.colours.b)
    for (index, body) in charts.enumerated() {
      text += "<g transform=\"translate(0 \(Int(Double(index) * (Self.height + Self.gap) + 58)))\">\n\(body)</g>\n"
    }
    return text + "</svg>\n"
  }

  /// A's headings, in which a turn through north is not a jump.
  private var headings: [Double] {
    var last = comparison.pairs[0].heading
    return comparison.pairs.map { pair in
      last += ReportSeries.turn(pair.heading - last)
      return last
    }
  }

  private func chart(
    _ title: String, _ span: (Double, Double), _ curves: [(colour: String, values: [Double])], band: [Double]? = nil
  ) -> String {
    let all = curves.flatMap(\.values) + (band.map { $0 + $0.map { -$0 } } ?? [])
    var (low, high) = (all.min() ?? 0, all.max() ?? 1)
    if high - low < 1e-6 { (low, high) = (low - 1, high + 1) }
    let step = Self.step((high - low) / 4)
    (low, high) = ((low / step).rounded(.down) * step, (high / step).rounded(.up) * step)
    let times = comparison.pairs.map(\.seconds)
    func x(_ time: Double) -> Double {
      Self.left + (time - span.0) / (span.1 - span.0) * (Self.width - Self.left - Self.right)
    }
    func y(_ value: Double) -> Double { Self.height - (value - low) / (high - low) * Self.height }
    var text = label(Self.left, -8, title, "#111")
    for index in 0...Int(((high - low) / step).rounded()) {
      let value = low + Double(index) * step
      text += line(Self.left, y(value), Self.width - Self.right, y(value), abs(value) < step / 2 ? "#888" : "#ddd")
      text += label(Self.left - 8, y(value) + 4, Self.number(value, step), "#555", anchor: "end")
    }
    let seconds = Self.step((span.1 - span.0) / 8)
    var time = (span.0 / seconds).rounded(.up) * seconds
    while time <= span.1 {
      text += label(x(time), Self.height + 18, Self.number(time, seconds) + " s", "#555", anchor: "middle")
      time += seconds
    }
    if let band {
      let points = zip(times, band).map { (x($0), y($1)) } + zip(times, band).reversed().map { (x($0), y(-$1)) }
      text += "<polygon fill=\"\(Self.colours.band)\" points=\"\(Self.list(points))\"/>\n"
    }
    for (colour, values) in curves {
      let points = Self.list(zip(times, values).map { (x($0), y($1)) })
      text += "<polyline fill=\"none\" stroke=\"\(colour)\" stroke-width=\"1.5\" points=\"\(points)\"/>\n"
    }
    return text
  }

  /// 1, 2 or 5 times a power of ten, at least `size`.
  private static func step(_ size: Double) -> Double {
    let power = pow(10, floor(log10(size)))
    return ([1, 2, 5, 10].first { $0 * power >= size } ?? 10) * power
  }

  private static func number(_ value: Double, _ step: Double) -> String {
    Digits.fixed(value, max(0, Int(-floor(log10(step)))))
  }

  private static func list(_ points: [(Double, Double)]) -> String {
    // One point for a pixel is enough; each keeps its place.
    let every = max(1, points.count / 4000)
    return stride(from: 0, to: points.count, by: every)
      .map { "\(Digits.fixed(points[$0].0, 1)),\(Digits.fixed(points[$0].1, 1))" }.joined(separator: " ")
  }

  private func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: String) -> String {
    "<line x1=\"\(Digits.fixed(x1, 1))\" y1=\"\(Digits.fixed(y1, 1))\" x2=\"\(Digits.fixed(x2, 1))\" "
      + "y2=\"\(Digits.fixed(y2, 1))\" stroke=\"\(colour)\"/>\n"
  }

  private func label(_ x: Double, _ y: Double, _ text: String, _ colour: String, anchor: String = "start") -> String {
    "<text x=\"\(Digits.fixed(x, 1))\" y=\"\(Digits.fixed(y, 1))\" fill=\"\(colour)\" text-anchor=\"\(anchor)\">"
      + "\(ReportMarkup.escaped(text))</text>\n"
  }
}
