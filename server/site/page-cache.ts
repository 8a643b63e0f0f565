import { createHash } from 'node:crypto'
import { compress, type Encoding } from '../http/encoding.ts'

/** A page as it goes out, in every encoding. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  bodies: Record<Encoding, Buffer>
  /** Weak: one tag for all encodings. */
  etag: string
}

export interface Made {
  status: number
  headers: Record<string, string>
  body: string
  /** From this moment (milliseconds) on something else is to be shown. */
  until?: number | undefined
}

/** Compressed quickly: enough for the first answer, or for one that is not kept. */
export async function pack({ status, headers, body }: Made): Promise<CachedPage> {
  const identity = Buffer.from(body)
  const [br, zipped] = await Promise.all([compress.br(identity, 5), compress.gzip(identity, 6)])
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { status, headers, etag, bodies: { identity, br, gzip: zipped } }
}

/** Compressed as well as it goes, while nobody waits. */
async function repack(page: CachedPage): Promise<void> {
  page.bodies.br = await compress.br(page.bodies.identity, 11)
  page.bodies.gzip = await compress.gzip(page.bodies.identity, 9)
}

interface Entry {
  page: CachedPage
  until: number | undefined
  /** Its data changed since: it is made anew, and shown as it is only while that is impossible. */
  stale: boolean
}

export interface PageCache {
  /** The page if it is kept, nothing has changed since and its time is not over. */
  fresh(key: string): CachedPage | undefined
  /**
   * Made at most once at a time for a key, and kept unless `make` answers undefined: there is no such page.
   * A page that can't be made is answered by its last state, if there is one.
   */
  load(key: string, make: () => Promise<Made | undefined>): Promise<CachedPage | undefined>
  drop(): void
}

/** Keeps at most `limit` pages, the longest unused go first. */
export function pageCache(limit: number, failed: (error: unknown) => void): PageCache {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<CachedPage | undefined>>()
  let generation = 0

  /** A Map is in order of insertion: moving a key to the end makes the first one the longest unused. */
  function keep(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
  }

  async function makeAnew(key: string, make: () => Promise<Made | undefined>): Promise<CachedPage | undefined> {
    const begun = generation
    try {
      const made = await make()
      if (!made) {
        entries.delete(key)
        return undefined
      }
      const page = await pack(made)
      // What was read before a change may be old: it is answered, not kept.
      if (begun === generation) {
        keep(key, { page, until: made.until, stale: false })
        repack(page).catch(failed)
      }
      return page
    } catch (error) {
      const last = entries.get(key)
      if (!last) throw error
      failed(error)
      return last.page
    }
  }

  return {
    fresh(key) {
      const entry = entries.get(key)
      if (!entry || entry.stale || (entry.until !== undefined && Date.now() >= entry.until)) return undefined
      keep(key, entry)
      return entry.page
    },
    load(key, make) {
      // A render begun before a change is not shared by who asks after it.
      const shared = `${generation} ${key}`
      const running = making.get(shared)
      if (running) return running
      const started = makeAnew(key, make).finally(() => making.delete(shared))
      making.set(shared, started)
      return started
    },
    drop() {
      generation += 1
      for (const entry of entries.values()) entry.stale = true
    },
  }
}
