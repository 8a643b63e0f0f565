import { inflateRawSync } from 'node:zlib'

/** The file is not a readable workbook, or exceeds the limits. */
export class BadSheet extends Error {}

const limits = { entries: 200, bytes: 32 * 1024 * 1024 }
const [localHeader, centralHeader, endOfCentral] = [0x04034b50, 0x02014b50, 0x06054b50]

/**
 * Returns the files of a ZIP archive by name. They are actually unpacked and measured, because the sizes stated in an archive
 * cannot be trusted. The total may not exceed 32 MB.
 */
export function unpack(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let room = limits.bytes
  for (const entry of entriesOf(archive)) {
    const content = contentOf(archive, entry, room)
    // A reader that trusts the stated size would allocate that much.
    if (content.length !== entry.size) throw new BadSheet('stated size differs')
    room -= content.length
    // Of two files with the same name another reader may take the other.
    if (files.has(entry.name)) throw new BadSheet('a repeated name')
    files.set(entry.name, content)
  }
  return files
}

interface Entry {
  name: string
  method: number
  packed: number
  size: number
  at: number
}

function entriesOf(archive: Buffer): Entry[] {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== endOfCentral)
    throw new BadSheet('no central directory')
  const count = archive.readUInt16LE(end + 10)
  if (count > limits.entries) throw new BadSheet('too many entries')
  const entries: Entry[] = []
  let at = archive.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (at + 46 > archive.length || archive.readUInt32LE(at) !== centralHeader) throw new BadSheet('broken directory')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset))
    if (nameLength === undefined || extraLength === undefined || commentLength === undefined)
      throw new BadSheet('broken directory')
    const [packed, size] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)]
    // ZIP64, whose sizes are stored elsewhere, begins at four gigabytes. Encrypted content cannot be read.
    if (packed === 0xffffffff || size === 0xffffffff || archive.readUInt16LE(at + 8) & 1)
      throw new BadSheet('not supported')
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    entries.push({ name, method: archive.readUInt16LE(at + 10), packed, size, at: archive.readUInt32LE(at + 42) })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

function contentOf(archive: Buffer, { method, packed, at }: Entry, room: number): Buffer {
  if (at + 30 > archive.length || archive.readUInt32LE(at) !== localHeader) throw new BadSheet('broken entry')
  const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28)
  const content = archive.subarray(start, start + packed)
  if (content.length !== packed) throw new BadSheet('cut off')
  if (method === 0) {
    if (packed > room) throw new BadSheet('unpacks to too much')
    return content
  }
  if (method !== 8) throw new BadSheet('unknown compression')
  try {
    return inflateRawSync(content, { maxOutputLength: Math.max(1, room) })
  } catch (error) {
    throw new BadSheet('does not unpack', { cause: error })
  }
}
