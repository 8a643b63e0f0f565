import { inflateSync } from 'node:zlib'

/** Limits for a file of 8 MB; real files reach a tenth of them at most. */
const limits = { streams: 20_000, escapes: 20_000, depth: 200, unpacked: 32 * 1024 * 1024 }

/**
 * Reports whether a PDF (one byte per character) stays within what a parser reads quickly: the file is scanned once, so that no
 * parser ever gets one crafted to exhaust its time or memory.
 */
export function isWithinLimits(text: string): boolean {
  let [streams, unpacked, from] = [0, 0, 0]
  for (const start of text.matchAll(/stream\r?\n/g)) {
    // The word may occur within another stream.
    if (start.index < from) continue
    const end = text.indexOf('endstream', start.index)
    if (end < 0) return false
    streams += 1
    const outside = text.slice(from, start.index)
    if (streams > limits.streams || !isFlat(outside)) return false
    if (/\/(ObjStm|XRef)/.test(outside)) unpacked += unpackedSize(text.slice(start.index + start[0].length, end))
    if (unpacked > limits.unpacked) return false
    from = end + 'endstream'.length
  }
  return isFlat(text.slice(from)) && fewEscapes(text)
}

function fewEscapes(text: string): boolean {
  let count = 0
  for (const _ of text.matchAll(/#[0-9a-fA-F]{2}/g)) {
    count += 1
    if (count > limits.escapes) return false
  }
  return true
}

/** Counts brackets of any kind. Those within texts may be unbalanced, so only a great depth is significant. */
function isFlat(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[(\])]|<<|>>/g)) {
    depth = bracket === '[' || bracket === '(' || bracket === '<<' ? depth + 1 : Math.max(0, depth - 1)
    if (depth > limits.depth) return false
  }
  return true
}

/** A stream that cannot be unpacked is left to the parser. */
function unpackedSize(packed: string): number {
  try {
    return inflateSync(Buffer.from(packed, 'latin1'), { maxOutputLength: limits.unpacked, finishFlush: 2 }).length
  } catch (error) {
    return error instanceof RangeError ? Number.POSITIVE_INFINITY : 0
  }
}
