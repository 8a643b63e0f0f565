import { hash } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { compress, type Encoding } from '#server/app/http/encoding.ts'

/** A page in every encoding. */
export interface CachedPage {
  status: number
  headers: Record<string, string>
  bodies: Readonly<Record<Encoding, Buffer>>
  /** The tag is weak, because all encodings share it. */
  etag: string
}

export interface RenderedPage {
  status: number
  headers: Record<string, string>
  body: string
  /** The page is outdated from this time on (in milliseconds). */
  until?: number | undefined
}

/** Compresses quickly, for the first answer or for a page that is not kept. */
export async function pack({ status, headers, body }: RenderedPage): Promise<CachedPage> {
  const identity = Buffer.from(body)
  const [br, zipped] = await Promise.all([compress.br(identity, 5), compress.gzip(identity, 6)])
  const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  return { status, headers, etag, bodies: { identity, br, gzip: zipped } }
}

/** Compresses as well as possible, in the background. Hardly any client requests the uncompressed page, so it is dropped. */
async function repack(page: CachedPage): Promise<void> {
  const { identity } = page.bodies
  const br = alone(await compress.br(identity, 11))
  const gzip = alone(await compress.gzip(identity, 9))
  page.bodies = {
    br,
    gzip,
    get identity() {
      return brotliDecompressSync(br)
    },
  }
}

/** Copies a short buffer, which is part of a 64 kB pool and would keep all of it in memory. */
function alone(part: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(part.length)
  part.copy(copy)
  return copy
}

interface Entry {
  page: CachedPage
  until: number | undefined
  /** The data has changed: the page is rendered again, and this version is shown only if that fails. */
  stale: boolean
}

export interface PageCache {
  /** Returns the page if it is kept, current and not expired. */
  fresh(key: string): CachedPage | undefined
  /**
   * Renders a page, only once at a time for each key, and caches it unless `make` returns undefined because there is no such page.
   * If rendering fails, returns the last version, if any.
   */
  load(key: string, make: () => Promise<RenderedPage | undefined>): Promise<CachedPage | undefined>
  drop(): void
}

/** Caches at most `limit` pages; the least recently used are evicted first. */
export function pageCache(limit: number, failed: (error: unknown) => void): PageCache {
  const entries = new Map<string, Entry>()
  const making = new Map<string, Promise<CachedPage | undefined>>()
  let generation = 0

  /** A Map keeps the insertion order: moving a used key to the end leaves the least recently used one first. */
  function keep(key: string, entry: Entry): void {
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > limit && oldest !== undefined) entries.delete(oldest)
  }

  async function renderAnew(
    key: string,
    make: () => Promise<RenderedPage | undefined>,
  ): Promise<CachedPage | undefined> {
    const begun = generation
    try {
      const rendered = await make()
      if (!rendered) {
        entries.delete(key)
        return undefined
      }
      const page = await pack(rendered)
      // Data read before a change may be old, so this page is returned but not kept.
      if (begun === generation) {
        keep(key, { page, until: rendered.until, stale: false })
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
      // A request after a change does not share a render begun before it.
      const shared = `${generation} ${key}`
      const running = making.get(shared)
      if (running) return running
      const started = renderAnew(key, make).finally(() => making.delete(shared))
      making.set(shared, started)
      return started
    },
    drop() {
      generation += 1
      for (const entry of entries.values()) entry.stale = true
    },
  }
}
