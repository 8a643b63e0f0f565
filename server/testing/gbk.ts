const decoder = new TextDecoder('gb18030')
let bytesOf: Map<string, number[]> | undefined

/** Builds a table of all two-byte characters by decoding each pair: Node has no GBK encoder. */
function makeTable(): Map<string, number[]> {
  const table = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first += 1)
    for (let second = 0x40; second <= 0xfe; second += 1)
      if (second !== 0x7f) table.set(decoder.decode(new Uint8Array([first, second])), [first, second])
  return table
}

/** Encodes text as Chinese Windows does. Throws on a character that GBK lacks. */
export function toGbk(text: string): Buffer {
  bytesOf ??= makeTable()
  const table = bytesOf
  return Buffer.from(
    [...text].flatMap(character => {
      const bytes = character.charCodeAt(0) < 0x80 ? [character.charCodeAt(0)] : table.get(character)
      if (!bytes) throw new Error(`not in GBK: ${character}`)
      return bytes
    }),
  )
}
