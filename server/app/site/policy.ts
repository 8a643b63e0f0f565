import { hash } from 'node:crypto'
import type { Config } from '#server/core/config.ts'

/** Returns the origin of an absolute URL; a path is on this host and needs no source. */
const toOrigin = (address: string | undefined) => (address && /^https?:/.test(address) ? [new URL(address).origin] : [])
const hashes = (texts: string[]) => texts.map(text => `'sha256-${hash('sha256', text, 'base64')}'`)

interface Sources {
  /** Inline elements are allowed by the hashes of their texts, or by this answer's nonce. */
  styles?: string[]
  scripts?: string[]
  nonce?: string
  /** Articles, agreements and their previews may show external images; everything else is served by the portal. */
  foreignPictures?: boolean
  /** The origins that may frame the page. */
  framedBy?: string[]
  /** Under `npm run dev` Vite's client injects styles and keeps a WebSocket open. */
  dev?: boolean
}

/**
 * Builds a document's content security policy. Foreign scripts and styles, and inline ones without a hash or nonce, do
 * not run.
 */
export function policy(config: Pick<Config, 'apiBase' | 'termsBase'>, sources: Sources): string {
  const nonce = sources.nonce ? [`'nonce-${sources.nonce}'`] : []
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...nonce, ...hashes(sources.scripts ?? [])],
    // A hash or nonce beside it would disable 'unsafe-inline'.
    'style-src': ["'self'", ...(sources.dev ? ["'unsafe-inline'"] : [...nonce, ...hashes(sources.styles ?? [])])],
    // Previews of uploads are data or blobs.
    'img-src': ["'self'", 'data:', 'blob:', ...(sources.foreignPictures ? ['https:'] : [])],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...toOrigin(config.apiBase), ...(sources.dev ? ['ws:'] : [])],
    'frame-src': ["'self'", ...toOrigin(config.termsBase)],
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
