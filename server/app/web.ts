import type { FastifyInstance } from 'fastify'
import type { Documents } from '#contract/site.ts'

/** What a page needs to load one entry, e.g. `web/app.tsx`. URLs are absolute paths on the host. */
export interface ClientEntry {
  script: string
  /** Scripts that `script` imports statically: `<link rel="modulepreload">` loads them in parallel with it. */
  preloads: string[]
  styles: string[]
}

/** The built pages; under `npm run dev` the sources, built on demand. */
export interface WebBuild {
  /** Renders the public documents and the app's shell. Do not store it: a change in dev replaces it. */
  readonly documents: Documents
  /**
   * Throws for a name that is not an entry of vite.config.ts. If the source of a page is given, the page's own files are included
   * in the preloads and styles.
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
  /** Calls `handler` when the documents have changed, so that page caches are dropped. Never called in production. */
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
