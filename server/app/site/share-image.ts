import { hash } from 'node:crypto'

/** Loading the library costs 50 ms at startup and some megabytes, and on most days no picture is drawn. */
const sharp = async (svg: string) => (await import('sharp')).default(Buffer.from(svg))

interface Kept {
  png: Promise<Buffer | undefined>
  until: number
}

/** Milliseconds. Some pictures show prices. */
const age = 300_000
/** Pictures kept in memory, some 40 kB each; the oldest go first. */
const limit = 200

export interface ShareImages {
  /** Returns the picture under the key; undefined when `draw` finds no page to draw. */
  get(key: string, draw: (words: boolean) => Promise<string | undefined>): Promise<Buffer | undefined>
}

/** Draws the pictures that other sites show beside links, and keeps them for a while. */
export function shareImages(): ShareImages {
  const kept = new Map<string, Kept>()
  // Drawing takes some 100 ms of a core, so pictures are drawn one at a time.
  let queue: Promise<unknown> = Promise.resolve()

  async function make(draw: (words: boolean) => Promise<string | undefined>): Promise<Buffer | undefined> {
    const svg = await draw(await hasChineseFont())
    if (svg === undefined) return undefined
    const drawn = queue.then(async () => (await sharp(svg)).png({ compressionLevel: 9 }).toBuffer())
    queue = drawn.catch(() => {})
    return drawn
  }

  return {
    get(key, draw) {
      const found = kept.get(key)
      if (found && Date.now() < found.until) return found.png
      const png = make(draw)
      const entry = { png, until: Date.now() + age }
      kept.delete(key)
      kept.set(key, entry)
      const forget = () => {
        if (kept.get(key) === entry) kept.delete(key)
      }
      // Addresses without a page must not fill the memory, and a failure is tried again.
      png.then(drawn => drawn ?? forget(), forget)
      const [oldest] = kept.keys()
      if (kept.size > limit && oldest !== undefined) kept.delete(oldest)
      return png
    },
  }
}

let chinese: Promise<boolean> | undefined

/**
 * Reports whether this machine has a font for Chinese. Without one every character is drawn as the same box, so that two different
 * characters look alike.
 */
export function hasChineseFont(): Promise<boolean> {
  chinese ??= Promise.all(['海', '易'].map(look)).then(([one, other]) => one !== other)
  return chinese
}

async function look(character: string): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><text x="5" y="48" font-size="44">${character}</text></svg>`
  const pixels = await (await sharp(svg)).raw().toBuffer()
  return hash('sha256', pixels, 'base64url')
}
