import { articlesPath, paths } from '#contract/paths.ts'
import { accessOf } from './guard.ts'

const documents: readonly string[] = [
  paths.home,
  paths.download,
  paths.scene,
  paths.cheats,
  articlesPath('help'),
  paths.details,
  paths.product,
]

/**
 * Old addresses had the path in the hash (`/#/download?…`). Returns that path if it is one of ours; any other hash is
 * only an anchor within the page.
 */
export function hashTarget(hash: string): string | undefined {
  if (!hash.startsWith('#/')) return undefined
  const target = hash.slice(1)
  const path = target.split('?', 1)[0] ?? ''
  const known = documents.includes(path) || /^\/promotion\/[A-Za-z0-9]{6}$/.test(path) || accessOf(path) !== 'public'
  // A second slash or a backslash is rejected, because browsers read `//host` as another site.
  return known && !/[/\\]{2}|\\/.test(path) ? target : undefined
}
