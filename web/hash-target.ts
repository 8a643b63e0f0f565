import { accessOf } from './guard.ts'
import { articlesPath, paths } from './paths.ts'

const documents: readonly string[] = [
  paths.home,
  paths.download,
  paths.scene,
  paths.cheats,
  articlesPath('help'),
  paths.details,
  paths.product,
]

/** Old addresses were `/#/download?…`: the path in a hash, if it is one of ours. Anything else in a hash is only a place in the page. */
export function hashTarget(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const target = hash.slice(1)
  const path = target.split('?', 1)[0] ?? ''
  const known = documents.includes(path) || /^\/promotion\/[A-Za-z0-9]{6}$/.test(path) || accessOf(path) !== 'public'
  // No second slash or backslash: a browser reads `//host` as another site.
  return known && !/[/\\]{2}|\\/.test(path) ? target : undefined
}
