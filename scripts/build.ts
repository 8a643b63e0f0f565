import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { DataDirInUse, lockDataDir } from '#server/database/data-lock.ts'
import { isFresh, type Product, takeStamp } from './build-stamp.ts'
import { billOfMaterials } from './sbom.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/haiyilian')

/** Builds into another folder and moves it into place when complete: a failed build leaves the old one. */
async function buildPages(): Promise<void> {
  const stamp = takeStamp('pages')
  // Vite is only loaded for a build.
  const [{ build }, config] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const previousEnv = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const draft = join(root, `dist.new-${process.pid}`)
  try {
    const publicDir = join(draft, 'public')
    const manifest = {}
    for (const name of config.clientBuilds) {
      await build(config.clientConfig(publicDir, name))
      const written = join(publicDir, config.manifestOf(name))
      // Both builds have shared sources, each with its own file: only the names of entries must be found from outside.
      Object.assign(manifest, prefixed(JSON.parse(await readFile(written, 'utf8')), name === 'office' ? 'office:' : ''))
      await rm(written)
    }
    await writeFile(join(draft, 'manifest.json'), JSON.stringify(manifest))
    if (existsSync(join(root, config.documentsEntry))) {
      await build(config.documentsConfig(join(draft, 'site')))
      // Only documents refer to these files.
      const assets = join(draft, 'site/assets')
      if (existsSync(assets)) await cp(assets, join(publicDir, 'assets'), { recursive: true })
    }
    await build(config.verifierConfig(publicDir))
    await compress(publicDir)
    await keepEarlierAssets(join(publicDir, 'assets'))
    await writeFile(join(draft, 'sbom.cdx.json'), billOfMaterials())
    await writeFile(join(draft, 'stamp.json'), JSON.stringify(stamp))
    await replace(draft, join(root, 'dist'))
  } finally {
    await rm(draft, { recursive: true, force: true })
    // The process may continue after the build, as tests do.
    if (previousEnv === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = previousEnv
  }
}

interface Chunk {
  isEntry?: true
  imports?: string[]
  dynamicImports?: string[]
}

/** Renames all but the entries of a manifest, so that two of them fit into one. */
function prefixed(manifest: Record<string, Chunk>, prefix: string): Record<string, Chunk> {
  const renamed = (name: string) => (manifest[name]?.isEntry ? name : prefix + name)
  return Object.fromEntries(
    Object.entries(manifest).map(([name, chunk]) => [
      renamed(name),
      {
        ...chunk,
        ...(chunk.imports && { imports: chunk.imports.map(renamed) }),
        ...(chunk.dynamicImports && { dynamicImports: chunk.dynamicImports.map(renamed) }),
      },
    ]),
  )
}

/** Days for which pages sent before a build still find their files: those of a running portal or an open tab. */
const assetDays = 7

async function keepEarlierAssets(assets: string): Promise<void> {
  const earlier = join(root, 'dist/public/assets')
  if (!existsSync(earlier)) return
  for (const name of await readdir(earlier)) {
    const [from, to] = [join(earlier, name), join(assets, name)]
    const { mtimeMs } = await stat(from)
    if (existsSync(to) || Date.now() - mtimeMs > assetDays * 86_400_000) continue
    await cp(from, to, { preserveTimestamps: true })
  }
}

/** Builds what `npm start` runs, after the pages, because it is placed in their folder. */
async function buildPortal(): Promise<void> {
  const stamp = takeStamp('portal')
  const [{ build }, config] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const draft = join(root, `dist/portal.new-${process.pid}`)
  try {
    await build(config.portalConfig(draft))
    for (const sandbox of config.sandboxConfigs(join(draft, 'sandbox'))) await build(sandbox)
    await writeFile(join(draft, 'stamp.json'), JSON.stringify(stamp))
    await replace(draft, join(root, 'dist/portal'))
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function replace(draft: string, target: string): Promise<void> {
  const old = `${target}.old-${process.pid}`
  if (existsSync(target)) await rename(target, old)
  await rename(draft, target)
  await rm(old, { recursive: true, force: true })
}

/** Writes `file.br` and `file.gz` beside every text, where the web server and nginx look for them. */
async function compress(dir: string): Promise<void> {
  const compressedCache = join(cache, 'compressed')
  await mkdir(compressedCache, { recursive: true })
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  const texts = entries.filter(
    entry => entry.isFile() && /\.(js|css|svg|json|txt|xml|html|webmanifest)$/.test(entry.name),
  )
  await Promise.all(
    texts.map(async entry => {
      const file = join(entry.parentPath, entry.name)
      const text = await readFile(file)
      const cachedFile = join(compressedCache, hash('sha256', text, 'hex'))
      for (const [ending, make] of Object.entries(encodings)) {
        // Quality 11 takes seconds for antd, which most builds don't change.
        const cached = await readFile(cachedFile + ending).catch(() => undefined)
        const compressed = cached ?? (await make(text))
        if (!cached) await writeFile(cachedFile + ending, compressed)
        if (compressed.length < text.length) await writeFile(file + ending, compressed)
      }
    }),
  )
}

const encodings: Record<string, (text: Buffer) => Promise<Buffer>> = {
  '.br': text =>
    promisify(brotliCompress)(text, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length },
    }),
  '.gz': text => promisify(gzip)(text, { level: 9 }),
}

/** Lets only one process build: two portals started concurrently from one folder build once. */
async function withLock(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      const unlock = lockDataDir(cache)
      try {
        return await work()
      } finally {
        unlock()
      }
    } catch (error) {
      if (!(error instanceof DataDirInUse)) throw error
      await sleep(200)
    }
  }
}

const products: { product: Product; name: string; make(): Promise<void> }[] = [
  { product: 'pages', name: '网页', make: buildPages },
  { product: 'portal', name: '门户', make: buildPortal },
]

async function build({ onlyStale }: { onlyStale: boolean }): Promise<void> {
  for (const { product, name, make } of products) {
    if (onlyStale && isFresh(product)) continue
    const started = Date.now()
    console.log(`正在构建${name}……`)
    await make()
    console.log(`${name}已构建（${((Date.now() - started) / 1000).toFixed(1)} 秒）`)
  }
}

/** Builds the pages and the portal if their sources have changed since the last build. */
export async function buildIfStale(): Promise<void> {
  if (isFresh('pages') && isFresh('portal')) return
  await withLock(() => build({ onlyStale: true }))
}

if (import.meta.main) {
  try {
    await (process.argv.includes('--if-stale') ? buildIfStale() : withLock(() => build({ onlyStale: false })))
  } catch (error) {
    console.error('构建失败（上一次的构建没有改动）：')
    console.error(error)
    process.exitCode = 1
  }
}
