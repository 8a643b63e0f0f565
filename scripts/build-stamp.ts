import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const tools = [
  'vite.config.ts',
  'vite.antd.ts',
  'vite.antd-plugins.ts',
  'vite.chunks.ts',
  'tsconfig.base.json',
  'package-lock.json',
  'scripts/build.ts',
  'scripts/build-stamp.ts',
  'scripts/sbom.ts',
]

/** The products of a build, with their sources. A change of the server does not rebuild the pages, which take the longest. */
const verifier = ['scripts/verify-passport.ts', 'server/core/connection-chain.ts']
export const sources = {
  pages: ['web', 'contract', ...verifier, ...tools],
  portal: ['server', 'contract', 'package.json', ...tools],
}
export type Product = keyof typeof sources
const folders: Record<Product, string> = { pages: 'dist', portal: 'dist/portal' }
const stampFile = (product: Product) => join(root, folders[product], 'stamp.json')

interface Stamp {
  /** A hash of names, sizes and times, which takes some milliseconds. */
  times: string
  /** A hash of the texts, compared when the times differ, as after a checkout or a copy. */
  texts: string
}

function files(path: string): string[] {
  const fullPath = join(root, path)
  if (!existsSync(fullPath)) return []
  if (!statSync(fullPath).isDirectory()) return [path]
  return readdirSync(fullPath, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name).slice(root.length + 1))
    .sort()
}

const digest = (parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

const hashTimes = (names: string[]) =>
  digest(
    names.map(name => {
      const { size, mtimeMs } = statSync(join(root, name))
      return `${name} ${size} ${mtimeMs}\n`
    }),
  )
const hashTexts = (names: string[]) => digest(names.flatMap(name => [`\n${name}\n`, readFileSync(join(root, name))]))

/** Stamps the current sources. Take it before a build, so that an edit while it runs makes the build stale. */
export function takeStamp(product: Product): Stamp {
  const names = sources[product].flatMap(files)
  return { times: hashTimes(names), texts: hashTexts(names) }
}

export function isFresh(product: Product): boolean {
  let built: Stamp
  try {
    built = JSON.parse(readFileSync(stampFile(product), 'utf8'))
  } catch {
    return false
  }
  const names = sources[product].flatMap(files)
  const times = hashTimes(names)
  if (times === built.times) return true
  if (hashTexts(names) !== built.texts) return false
  try {
    writeFileSync(stampFile(product), JSON.stringify({ ...built, times }))
  } catch {
    // A read-only installation compares the texts each time.
  }
  return true
}
