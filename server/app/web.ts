import type { FastifyInstance } from 'fastify'
import type { Documents } from '#contract/site.ts'

/** A page needs these to load one entry, e.g. `web/app.tsx`. Addresses start at the root of the host. */
export interface ClientEntry {
  script: string
  /** Scripts that `script` imports at once: `<link rel="modulepreload">` loads them without waiting for it. */
  preloads: string[]
  styles: string[]
}

/** The built pages; under `npm run dev` the sources, built on demand. */
export interface WebBuild {
  /** Renders the public documents and the app's shell. Don't keep it: a change in dev replaces it. */
  readonly documents: Documents
  /**
   * Throws for a name that is no entry of vite.config.ts. With the source of a page, what that page loads is among the preloads
   * and styles.
   */
  client(entry: string, page?: string): ClientEntry
  /**
   * Served at `/`: icons, and `assets/` with a hash in each name, with `.br` and `.gz` beside them. Undefined in dev.
   */
  publicDir: string | undefined
  assetsDir: string | undefined
  /**
   * In dev the policy must allow Vite's client to write styles without a nonce and to keep a WebSocket to this host.
   */
  dev: boolean
  /** Calls `handler` when the documents have changed, for caches of pages. Never in production. */
  onChange(handler: () => void): void
  /** In dev, forwards Vite's addresses to it, and closes it with the app. */
  attach(app: FastifyInstance): void
}

/** There is no build to serve; the message says how to make one. */
export class WebBuildError extends Error {}

declare module '#server/engines/services.ts' {
  interface Services {
    /** Undefined for a portal without pages, as in tests of calls. */
    web: WebBuild | undefined
  }
}
