import { crc32 } from 'node:zlib'

/**
 * Builds a ZIP file with one uncompressed entry, which suffices for a package with a note. See PKWARE APPNOTE 6.3, sections 4.3.7
 * to 4.3.16.
 */
export function makeZip(name: string, content: Buffer): Buffer {
  const encoded = Buffer.from(name)
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  // Bit 11 marks the name as UTF-8.
  common.writeUInt16LE(0x0800, 2)
  // The method is 0 and the date is fixed (1 January 2026), so that the same content always has the same SHA-256.
  common.writeUInt16LE(((2026 - 1980) << 9) | (1 << 5) | 1, 8)
  common.writeUInt32LE(crc32(content), 10)
  common.writeUInt32LE(content.length, 14)
  common.writeUInt32LE(content.length, 18)
  common.writeUInt16LE(encoded.length, 22)

  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, encoded, content])
  const attributes = Buffer.alloc(14)
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00', 'latin1'),
    common,
    // Comment, disk, attributes and the local header's offset are all zero.
    attributes,
    encoded,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}
