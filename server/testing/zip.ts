import { deflateRawSync } from 'node:zlib'

interface Options {
  /** The size that the archive claims for each file. */
  statedSize?: number
}

/** Builds a ZIP archive by hand, so that it may contain what no program would write. A name may occur twice. */
export function zip(files: Record<string, Buffer> | [string, Buffer][], { statedSize }: Options = {}): Buffer {
  const [locals, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Array.isArray(files) ? files : Object.entries(files)) {
    const packed = deflateRawSync(content)
    const label = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(statedSize ?? content.length, 18)
    common.writeUInt16LE(label.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, label, packed])
    const position = Buffer.alloc(14)
    position.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, position, label]))
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, central, Buffer.from('504b0506', 'hex'), end])
}
