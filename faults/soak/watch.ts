import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { residentMemory } from '../../bench/portal.ts'

/** The resources of a replica at one time. */
export interface Sample {
  minute: number
  /** Megabytes of live memory, after a collection. */
  live: number
  /** Megabytes. */
  resident: number
  /** Open files and connections. */
  handles: number
  /** Listeners and timers that keep the process alive, by its own count. */
  resources: number
}

export interface Replica {
  portal: PortalProcess
  /** The program's folder for temporary files. */
  temporary: string
  /** The probe writes here. */
  report: string
}

/** Runs inside the portal: on a signal it collects garbage and writes the remaining resources. */
const probe = (report: string) => `
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
// On Linux the process replaces itself once (scripts/start.mjs), and its successor has to find the variable, too.
const isReplaced = process.platform !== 'linux' || process.env.PORTAL_ALLOCATOR !== undefined
if (isMainThread && isReplaced && process.env.SOAK_PROBE === '1') {
  delete process.env.SOAK_PROBE
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    const kept = { live: (heapUsed + external) / 2 ** 20, resources: process.getActiveResourcesInfo().length }
    writeFileSync('${report}.new', JSON.stringify(kept))
    renameSync('${report}.new', '${report}')
  })
}
`

/** Starts a portal whose resources can be queried. */
export async function startWatched(
  folder: string,
  name: string,
  start: (more: Record<string, string>) => Promise<PortalProcess>,
): Promise<Replica> {
  const [file, report, temporary] = [`${name}.mjs`, `${name}.json`, `${name}-temporary`].map(part => join(folder, part))
  if (!file || !report || !temporary) throw new Error('no places')
  mkdirSync(temporary)
  // The database's own user makes its socket's folder there.
  chmodSync(temporary, 0o777)
  chmodSync(folder, 0o755)
  writeFileSync(file, probe(report))
  const portal = await start({ NODE_OPTIONS: `--import=${file}`, SOAK_PROBE: '1', TMPDIR: temporary })
  return { portal, temporary, report }
}

export async function sampleOf({ portal, report }: Replica, minute: number): Promise<Sample> {
  writeFileSync(report, '')
  portal.kill('SIGUSR2')
  let text = ''
  for (const deadline = Date.now() + 10_000; !text && Date.now() < deadline; await sleep(20))
    text = readFileSync(report, 'utf8')
  const { live, resources } = JSON.parse(text) as { live: number; resources: number }
  const handles = readdirSync(`/proc/${portal.pid}/fd`).length
  return { minute, live, resources, resident: residentMemory(portal.pid), handles }
}

export const filesBelow = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => join(entry.parentPath, entry.name))
    : []
