import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * Prints the software bill of materials (CycloneDX 1.6) of what runs: the server's packages, and those that the build puts into the
 * pages. `npm sbom` knows only the first, and Debian 12's npm has no such command. Everything comes from package-lock.json, so that
 * the same commit gives the same bill.
 */
const root = join(import.meta.dirname, '..')

interface Entry {
  version?: string
  integrity?: string
  license?: string
  dev?: true
  optional?: true
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
interface Lock {
  name: string
  version: string
  packages: Record<string, Entry>
}

/** Returns the packages that the sources of the pages import, whichever dependencies they are. */
function importedByPages(): string[] {
  const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
    file => !/\.test\.tsx?$|\.fixture\.tsx?$|\/testing\//.test(file),
  )
  const names = sources.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import\()\s*'((?:@[\w.-]+\/)?[a-z][\w.-]*)/g)].map(
      match => match[1] ?? '',
    ),
  )
  return [...new Set(names)]
}

/** Returns the place in the lock file of a package that another one asks for, as Node finds it. */
function placeOf({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const place = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (packages[place]) return place
    if (!folder) return undefined
  }
}

/** Returns the places in the lock file of everything that runs. */
export function runningPlaces(lock: Lock = readLock()): Set<string> {
  const places = new Set(Object.keys(lock.packages).filter(place => place && !lock.packages[place]?.dev))
  const found = new Set(importedByPages().flatMap(name => placeOf(lock, '', name) ?? []))
  // The loop also visits places added during the iteration.
  for (const place of found) {
    const { dependencies, optionalDependencies } = lock.packages[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const next = placeOf(lock, place, name)
      if (next) found.add(next)
    }
  }
  return new Set([...places, ...found])
}

const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

export function billOfMaterials(): string {
  const lock = readLock()
  const components = [...runningPlaces(lock)].sort().map(place => componentOf(place, lock.packages[place] ?? {}))
  const application = { type: 'application', 'bom-ref': 'portal', name: lock.name, version: lock.version }
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: application },
    components,
  }
  return `${JSON.stringify(bill, null, 2)}\n`
}

function componentOf(place: string, { version = '', integrity = '', license, optional }: Entry) {
  const name = place.slice(place.lastIndexOf('node_modules/') + 13)
  const [scope, bare] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const [algorithm, digest = ''] = integrity.split('-')
  return {
    type: 'library',
    'bom-ref': place,
    ...(scope && { group: scope }),
    name: bare,
    version,
    scope: optional ? 'optional' : 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(algorithm === 'sha512' && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(license && { licenses: [license.includes(' ') ? { expression: license } : { license: { name: license } }] }),
  }
}

if (import.meta.main) process.stdout.write(billOfMaterials())
