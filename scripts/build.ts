import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { DataDirInUse, lockDataDir } from '../server/database/data-lock.ts'
import { isFresh, takeStamp } from './build-stamp.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/haiyilian')

/** Builds into a folder beside and puts it in place when all is there: a failed build leaves the old one. */
async function buildAll(): Promise<void> {
  const stamp = takeStamp()
  // Vite is loaded by who builds alone.
  const [{ build }, config] = await Promise.all([import('vite'), import('../vite.config.ts')])
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  const draft = join(root, `dist.new-${process.pid}`)
  try {
    const publicDir = join(draft, 'public')
    await build(config.clientConfig(publicDir))
    await rename(join(publicDir, 'manifest.json'), join(draft, 'manifest.json'))
    if (existsSync(join(root, config.documentsEntry))) {
      await build(config.documentsConfig(join(draft, 'site')))
      // Files that documents alone refer to.
      const assets = join(draft, 'site/assets')
      if (existsSync(assets)) await cp(assets, join(publicDir, 'assets'), { recursive: true })
    }
    await compress(publicDir)
    await keepEarlierAssets(join(publicDir, 'assets'))
    await writeFile(join(draft, 'stamp.json'), JSON.stringify(stamp))
    await replace(draft)
  } finally {
    await rm(draft, { recursive: true, force: true })
    // Whoever builds may go on to something else, as tests do.
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** Days for which pages that were sent before a build still find their files: a portal that runs on, a tab left open. */
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

async function replace(draft: string): Promise<void> {
  const [dist, old] = [join(root, 'dist'), join(root, `dist.old-${process.pid}`)]
  if (existsSync(dist)) await rename(dist, old)
  await rename(draft, dist)
  await rm(old, { recursive: true, force: true })
}

/** `file.br` and `file.gz` beside every text, as the web server and nginx look for them. */
async function compress(dir: string): Promise<void> {
  const kept = join(cache, 'compressed')
  await mkdir(kept, { recursive: true })
  const entries = await readdir(dir, { withFileTypes: true, recursive: true })
  const texts = entries.filter(
    entry => entry.isFile() && /\.(js|css|svg|json|txt|xml|html|webmanifest)$/.test(entry.name),
  )
  await Promise.all(
    texts.map(async entry => {
      const file = join(entry.parentPath, entry.name)
      const text = await readFile(file)
      const known = join(kept, createHash('sha256').update(text).digest('hex'))
      for (const [ending, make] of Object.entries(encodings)) {
        // Quality 11 takes seconds for antd, which most builds don't change.
        const small = await readFile(known + ending).catch(() => undefined)
        const made = small ?? (await make(text))
        if (!small) await writeFile(known + ending, made)
        if (made.length < text.length) await writeFile(file + ending, made)
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

/** Two portals started at once from one folder build once. */
async function alone(work: () => Promise<void>): Promise<void> {
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

/** Builds the pages when their sources have changed since. */
export async function buildIfStale(): Promise<void> {
  if (isFresh()) return
  await alone(async () => {
    if (isFresh()) return
    const started = Date.now()
    console.log('正在构建网页……')
    await buildAll()
    console.log(`网页已构建（${((Date.now() - started) / 1000).toFixed(1)} 秒）`)
  })
}

if (import.meta.main) {
  try {
    await (process.argv.includes('--if-stale') ? buildIfStale() : alone(buildAll))
  } catch (error) {
    console.error('网页构建失败（上一次的构建没有改动）：')
    console.error(error)
    process.exitCode = 1
  }
}
