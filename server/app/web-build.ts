import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ClientEntry, type WebBuild, WebBuildError } from './web.ts'

export async function loadWebBuild(root: string): Promise<WebBuild> {
  const dist = join(root, 'dist')
  const publicDir = join(dist, 'public')
  const entries = readManifest(dist)
  const entryByName = new Map<string, ClientEntry>()
  return {
    documents: await import(pathToFileURL(join(dist, 'site/documents.js')).href),
    client: (entry, page = '') => {
      const key = `${entry} ${page}`
      const found = entryByName.get(key) ?? findEntry(entries, entry, page)
      entryByName.set(key, found)
      return found
    },
    publicDir,
    assetsDir: join(publicDir, 'assets'),
    dev: false,
    onChange: () => {},
    attach: () => {},
  }
}

/** Vite's manifest maps each source, or shared chunk, to its output. */
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>

function readManifest(dist: string): Manifest {
  try {
    return JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  } catch (cause) {
    throw new WebBuildError('网页还没有构建：请执行 npm run build，或用 npm start 启动', { cause })
  }
}

function findEntry(manifest: Manifest, entry: string, page: string): ClientEntry {
  const chunk = manifest[entry]
  if (!chunk?.isEntry) throw new WebBuildError(`${entry} is no entry of vite.config.ts`)
  const imported = new Set<string>()
  const follow = (name: string) => {
    if (imported.has(name)) return
    imported.add(name)
    for (const next of manifest[name]?.imports ?? []) follow(next)
  }
  for (const next of chunk.imports ?? []) follow(next)
  if (manifest[page]) follow(page)
  imported.delete(entry)
  // Styles of imported chunks come before those of the importer, as in a single sheet.
  const styles = [...new Set([...imported, entry].flatMap(name => manifest[name]?.css ?? []))]
  return {
    script: `/${chunk.file}`,
    preloads: [...new Set([...imported].flatMap(name => (manifest[name] ? [`/${manifest[name].file}`] : [])))],
    styles: styles.map(file => `/${file}`),
  }
}
