import { spawnSync } from 'node:child_process'

export const git = (...args: string[]): string => spawnSync('git', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Returns the commit at which this branch left the main one; on the main branch itself, its last commit. Empty without git. */
export const branchedFrom = (): string =>
  git('merge-base', 'HEAD', 'main') || git('merge-base', 'HEAD', 'origin/main') || git('rev-parse', 'HEAD')
