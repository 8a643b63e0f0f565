import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The modules, lowest first: a module may import those before it. A module that is not listed is an error. */
const modules: readonly string[] = [
  'terms',
  'uploads',
  'accounts',
  'companies',
  'verification',
  'people',
  'sign-in',
  'api-tokens',
  'downloads',
  'devices',
  'catalogue',
  'access',
  'lines',
  'network',
  'clients',
  'shops',
  'connections',
  'handover',
  'requests',
  'templates',
  'directory',
  'duties',
  'list-views',
  'company-changes',
  'personal-data',
  'coupons',
  'balance',
  'orders',
  'payments',
  'sales',
  'proposals',
  'contracts',
  'invoices',
  'costs',
  'compliance',
  'statements',
  'channels',
  'trials',
  'tickets',
  'announcements',
  'help',
  'notices',
  'customers',
  'operators',
  'audit-log',
  'activity-log',
  'webhooks',
  'robots',
  'log-stream',
  'closing',
  'approvals',
  'dashboard',
  'figures',
  'health',
]

const webSections = ['web/site', 'web/account', 'web/console', 'web/operations']

/** Lowest first: a file may import its own row and those before it. A folder includes its subfolders, `x/*` only the files of x. */
const orders: readonly (readonly string[])[][] = [
  [['contract'], ['web/data'], ['web/ui'], webSections, ['web/*']],
  [
    ...[['contract'], ['server/core'], ['server/database'], ['server/integrations'], ['server/engines']],
    ...modules.map(module => [`server/modules/${module}`]),
    ['server/app', 'server/*'],
  ],
]
/** Every file below these folders must have a layer. */
const complete = ['contract', 'web', 'server/modules']
/** The first must never import the second, whatever their layers. */
const forbidden: readonly (readonly [string, string])[] = [
  ['contract', 'server'],
  ['contract', 'web'],
  ['web', 'server'],
  ['server', 'web'],
  ...webSections.flatMap(from => webSections.filter(to => to !== from).map(to => [from, to] as const)),
]

const isProduct = (file: string) =>
  /^(contract|server|web)\/.*\.tsx?$/.test(file) && !/(\.test|\.fixture|\.model|\.d)\.tsx?$|\/testing\//.test(file)
const isInside = (file: string, place: string) =>
  place.endsWith('/*') ? dirname(file) === place.slice(0, -2) : file.startsWith(`${place}/`)
const isNested = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

/** Maps each file or folder to its imports, with the line of each import. */
type Graph = Map<string, Map<string, string>>

function findImports(file: string, text: string): [target: string, at: string][] {
  return [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([#.][^'"]+)['"]/g)].map(({ 1: name = '', index }) => [
    name.startsWith('#') ? name.slice(1) : join(dirname(file), name).replaceAll('\\', '/'),
    `${file}:${text.slice(0, index).split('\n').length}`,
  ])
}

/** Returns a shortest cycle of each strongly connected component, as its import lines. */
function cycles(graph: Graph): string[] {
  const seen = new Set<string>()
  return [...graph.keys()].flatMap(start => {
    if (seen.has(start)) return []
    const paths = new Map<string, string[]>([[start, [start]]])
    for (const [at, path] of paths)
      for (const next of graph.get(at)?.keys() ?? []) {
        if (next === start) {
          for (const each of path) seen.add(each)
          return [path.map((from, i) => graph.get(from)?.get(path[i + 1] ?? start)).join(', ')]
        }
        if (!paths.has(next)) paths.set(next, [...path, next])
      }
    return []
  })
}

/** Returns the reason why a file must not import another; undefined when it may. */
function ruleAgainst(file: string, target: string): string | undefined {
  const pair = forbidden.find(([from, to]) => isInside(file, from) && isInside(target, to))
  if (pair) return `${pair[0]} never imports ${pair[1]}`
  for (const rows of orders) {
    const findLayer = (path: string) => rows.findIndex(row => row.some(place => isInside(path, place)))
    if (findLayer(file) >= 0 && findLayer(target) > findLayer(file))
      return `${rows[findLayer(target)]?.join(', ')} lies above it`
  }
}

/** Checks files given by path and text. Each fault is one line, which names the import. */
export function layerFaults(sources: Readonly<Record<string, string>>): string[] {
  const files: Graph = new Map(
    Object.keys(sources)
      .filter(isProduct)
      .map(file => [file, new Map()]),
  )
  const folders: Graph = new Map()
  const faults: string[] = []
  for (const [file, targets] of files) {
    const hasLayer = orders.some(rows => rows.flat().some(place => isInside(file, place)))
    if (!hasLayer && complete.some(root => isInside(file, root)))
      faults.push(`${file}: has no layer; add its folder to scripts/layers.ts`)
    for (const [target, at] of findImports(file, sources[file] ?? '')) {
      if (!files.has(target) || targets.has(target)) continue
      const importLine = `${at} → ${target}`
      targets.set(target, importLine)
      const rule = ruleAgainst(file, target)
      if (rule) faults.push(`${importLine}: ${rule}`)
      const [from, to] = [dirname(file), dirname(target)]
      if (!isNested(from, to)) folders.set(from, (folders.get(from) ?? new Map()).set(to, importLine))
    }
  }
  for (const cycle of cycles(files)) faults.push(`files import each other: ${cycle}`)
  for (const cycle of cycles(folders)) faults.push(`folders import each other: ${cycle}`)
  return faults
}

if (import.meta.main) {
  process.chdir(join(import.meta.dirname, '..'))
  const list = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  const present = list.split('\n').filter(file => isProduct(file) && existsSync(file))
  const faults = layerFaults(Object.fromEntries(present.map(file => [file, readFileSync(file, 'utf8')])))
  for (const fault of faults) console.log(fault)
  console.log(`${present.length} files, ${faults.length} problems`)
  if (faults.length) {
    console.log('CONTRIBUTING.md, “A module”, says how a lower layer informs a higher one.')
    process.exitCode = 1
  }
}
