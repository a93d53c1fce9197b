// @ts-check
// A small horizon: how the instrument is tilted.

/** @typedef {import("./pen.js").Pen} Pen */
/** @typedef {import("./pen.js").Colours} Colours */

/**
 * @param {Pen} pen
 * @param {number} size
 * @param {{roll: number | null, pitch: number | null}} tilt degrees; null: not known
 * @param {Colours} colours
 */
export function drawAttitude(pen, size, { roll, pitch }, colours) {
  const r = size / 2 - 2;
  pen.save();
  pen.translate(size / 2, size / 2);
  pen.beginPath();
  pen.arc(0, 0, r, 0, 2 * Math.PI);
  pen.strokeStyle = colours.muted;
  pen.lineWidth = 1.25;
  pen.stroke();
  if (pitch !== null) {
    pen.save();
    pen.beginPath();
    pen.arc(0, 0, r - 1, 0, 2 * Math.PI);
    pen.clip();
    pen.rotate((-(roll ?? 0) * Math.PI) / 180);
    const sink = (Math.max(-60, Math.min(60, pitch)) / 60) * r;
    pen.fillStyle = colours.shade;
    pen.globalAlpha = 0.22;
    pen.fillRect(-2 * r, sink, 4 * r, 4 * r);
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(-2 * r, sink);
    pen.lineTo(2 * r, sink);
    pen.stroke();
    pen.strokeStyle = colours.muted;
    pen.lineWidth = 1;
    pen.beginPath();
    for (const mark of [-30, -15, 15, 30]) {
      const at = sink + (mark / 60) * r;
      pen.moveTo(-r * 0.18, at);
      pen.lineTo(r * 0.18, at);
    }
    pen.stroke();
    pen.restore();
  }
  // The instrument itself: fixed wings, dashed where the tilt is not known.
  pen.setLineDash(pitch === null ? [3, 3] : []);
  pen.strokeStyle = pitch === null ? colours.muted : colours.north;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(-r * 0.6, 0);
  pen.lineTo(-r * 0.22, 0);
  pen.moveTo(r * 0.22, 0);
  pen.lineTo(r * 0.6, 0);
  pen.stroke();
  pen.setLineDash([]);
  pen.restore();
}
