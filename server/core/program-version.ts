import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Returns the package's version and, of an installation that was built, the first digits of the hash of its sources: the package's
 * alone stays the same from one upgrade to the next. Equal sources have equal versions on every machine.
 */
export function versionIn(root: string): string {
  try {
    const { texts } = JSON.parse(readFileSync(join(root, 'dist/portal/stamp.json'), 'utf8')) as { texts?: unknown }
    if (typeof texts === 'string') return `${packageJson.version}+${texts.slice(0, 8)}`
  } catch {
    // It runs from its sources, as in tests.
  }
  return packageJson.version
}

/** The version of this process, read once: a later build replaces the files of a portal that goes on running. */
export const programVersion = versionIn(join(import.meta.dirname, '../..'))
