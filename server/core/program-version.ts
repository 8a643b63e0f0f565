import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Returns the package's version and, if the installation was built, the first digits of its source hash: the package's version
 * alone often stays the same between upgrades. Equal sources have equal versions on every machine.
 */
export function versionIn(root: string): string {
  try {
    const { texts } = JSON.parse(readFileSync(join(root, 'dist/portal/stamp.json'), 'utf8')) as { texts?: unknown }
    if (typeof texts === 'string') return `${packageJson.version}+${texts.slice(0, 8)}`
  } catch {
    // Run from sources, as in tests.
  }
  return packageJson.version
}

/** The version of this process, read once: a later build replaces the files of a running portal. */
export const programVersion = versionIn(join(import.meta.dirname, '../..'))
