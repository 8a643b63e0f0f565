import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Documents } from '#contract/site.ts'

/** What a page needs to load one entry, e.g. `web/app.tsx`. Addresses start at the root of the host. */
export interface ClientEntry {
  script: string
  /** Scripts that `script` imports at once: as `<link rel="modulepreload">` they don't wait for it. */
  preloads: string[]
  styles: string[]
  /** The text of `styles`, for pages that carry it inline. */
  css: string
}

/** The built pages; under `npm run dev` the sources, built as they are asked for. */
export interface WebBuild {
  /** Renders the public documents and the app's shell. Another object after a change in dev: don't keep it. */
  readonly documents: Documents
  /** Throws for a name that is no entry of vite.config.ts. */
  client(entry: string): ClientEntry
  /** Served at `/`: icons, and `assets/` with a hash in each name. `.br` and `.gz` lie beside. Undefined in dev. */
  publicDir: string | undefined
  assetsDir: string | undefined
  /** In dev Vite's client writes styles without a nonce and keeps a WebSocket to this host: the policy must allow both. */
  dev: boolean
  /** Calls `handler` when the documents have changed, as caches of pages must know. Never in production. */
  onChange(handler: () => void): void
  /** In dev: hands the addresses of Vite to it, and ends it with the app. */
  attach(app: FastifyInstance): void
}

/** There is no build to serve; the message says how to make one. */
export class WebBuildError extends Error {}

export async function loadWebBuild(root: string, dev = process.env.PORTAL_DEV === '1'): Promise<WebBuild> {
  if (dev) return (await import('./web-dev.ts')).startWebDev(root)
  const dist = join(root, 'dist')
  const publicDir = join(dist, 'public')
  const entries = readManifest(dist)
  const known = new Map<string, ClientEntry>()
  return {
    documents: await import(pathToFileURL(join(dist, 'site/documents.js')).href),
    client: entry => {
      const found = known.get(entry) ?? entryOf(entries, entry, publicDir)
      known.set(entry, found)
      return found
    },
    publicDir,
    assetsDir: join(publicDir, 'assets'),
    dev: false,
    onChange: () => {},
    attach: () => {},
  }
}

/** Vite's manifest: what each source, or shared chunk, became. */
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>

function readManifest(dist: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  } catch (cause) {
    throw new WebBuildError('网页还没有构建：请执行 npm run build，或用 npm start 启动', { cause })
  }
}

function entryOf(manifest: Manifest, entry: string, publicDir: string): ClientEntry {
  const chunk = manifest[entry]
  if (!chunk?.isEntry) throw new WebBuildError(`${entry} is no entry of vite.config.ts`)
  const imported = new Set<string>()
  const follow = (name: string) => {
    if (imported.has(name)) return
    imported.add(name)
    for (const next of manifest[name]?.imports ?? []) follow(next)
  }
  for (const next of chunk.imports ?? []) follow(next)
  // Styles of what is imported come before those of who imports it, as they would in one sheet.
  const styles = [...imported, entry].flatMap(name => manifest[name]?.css ?? [])
  return {
    script: `/${chunk.file}`,
    preloads: [...imported].flatMap(name => (manifest[name] ? [`/${manifest[name].file}`] : [])),
    styles: styles.map(file => `/${file}`),
    css: styles.map(file => readFileSync(join(publicDir, file), 'utf8')).join(''),
  }
}
