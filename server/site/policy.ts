import { createHash } from 'node:crypto'
import type { Config } from '../config.ts'

/** An absolute address's origin; a path is of this host and needs no source of its own. */
const originOf = (address: string | undefined) => (address && /^https?:/.test(address) ? [new URL(address).origin] : [])
const hashes = (texts: string[]) => texts.map(text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

interface Sources {
  /** Texts of inline elements, allowed by their hashes; or the nonce of this one answer. */
  styles?: string[]
  scripts?: string[]
  nonce?: string
  /** Who may show the page in a frame. */
  framedBy?: string[]
  /** `npm run dev`: Vite's client writes styles of its own and keeps a WebSocket. */
  dev?: boolean
}

/** Content security policy of a document. Scripts and styles of others, and inline ones that nobody vouched for, do not run. */
export function policy(config: Pick<Config, 'apiBase' | 'termsBase'>, sources: Sources): string {
  const nonce = sources.nonce ? [`'nonce-${sources.nonce}'`] : []
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...nonce, ...hashes(sources.scripts ?? [])],
    // A hash or nonce beside it would switch 'unsafe-inline' off.
    'style-src': ["'self'", ...(sources.dev ? ["'unsafe-inline'"] : [...nonce, ...hashes(sources.styles ?? [])])],
    // Pictures of articles may lie elsewhere; previews of uploads are data or blobs.
    'img-src': ["'self'", 'data:', 'blob:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...originOf(config.apiBase), ...(sources.dev ? ['ws:'] : [])],
    'frame-src': ["'self'", ...originOf(config.termsBase)],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': sources.framedBy ?? ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}
