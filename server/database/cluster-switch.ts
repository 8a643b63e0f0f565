import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Both are folders within the data folder, so that a rename is one step of one file system. */
const planSchema = z.object({ restored: z.string(), aside: z.string() })
type Plan = z.output<typeof planSchema>

const planFile = (dataDir: string) => join(dataDir, 'postgres.switch')

/**
 * Puts a restored cluster in the place of the present one, which is kept as `aside`. Two folders cannot be exchanged atomically on
 * every system, so the plan is written to disk first: after a crash between the steps the next start finishes it. The caller holds
 * the lock of the data folder.
 */
export function switchClusters(dataDir: string, plan: Plan): void {
  const draft = `${planFile(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(plan), { mode: 0o600, flush: true })
  renameSync(draft, planFile(dataDir))
  syncFolder(dataDir)
  finishSwitch(dataDir)
}

/** Finishes a switch that a crash interrupted; without one it does nothing. */
export function finishSwitch(dataDir: string): void {
  if (!existsSync(planFile(dataDir))) return
  const { restored, aside } = planSchema.parse(JSON.parse(readFileSync(planFile(dataDir), 'utf8')))
  const cluster = join(dataDir, 'postgres')
  if (existsSync(join(dataDir, restored))) {
    if (existsSync(cluster)) renameSync(cluster, join(dataDir, aside))
    renameSync(join(dataDir, restored), cluster)
    syncFolder(dataDir)
  }
  rmSync(planFile(dataDir))
}

function syncFolder(path: string): void {
  // Windows can't open a folder.
  if (process.platform === 'win32') return
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
