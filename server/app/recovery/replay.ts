import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { EmbeddedError } from '#server/database/embedded-system.ts'
import type { DatabaseLog } from '#server/database/pool.ts'
import { chinaTime } from './china-time.ts'
import { endClusterIn } from './leftovers.ts'

/** Milliseconds. Replaying a day's log may take long. */
const patience = 6 * 3_600_000
/** A database that runs beside the portal must not take its memory. */
const small = { shared_buffers: '32MB', maintenance_work_mem: '16MB', max_connections: 20 }

interface ReplayRequest {
  /** The folder that holds `postgres`. */
  folder: string
  to: number | 'latest'
  log: DatabaseLog
  own: (path: string) => void
  besidePortal: boolean
  stopping: AbortSignal | undefined
}

/**
 * Replays the log and runs `work` on the result. The server is stopped afterwards, so that the cluster is whole and can be
 * moved.
 */
export async function replay<Result>(
  { folder, to, log, own, besidePortal, stopping }: ReplayRequest,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const signal = join(folder, 'postgres/recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  own(signal)
  const start = (target: Record<string, string>) =>
    startEmbedded({
      dataDir: folder,
      log,
      patience,
      settings: {
        // All required log is already in place.
        restore_command: 'exit 1',
        recovery_target_timeline: 'current',
        hot_standby: 'off',
        ...target,
        ...(besidePortal && small),
      },
    })
  const timed = to !== 'latest' && {
    recovery_target_time: `${chinaTime(to)}+08`,
    recovery_target_action: 'promote',
  }
  const server = await endedBy(
    stopping,
    () => endClusterIn(folder),
    () => start(timed || {}),
  )
    .catch(error => {
      // Nothing was committed after the target time, which the archive covers: the end of the log is that time.
      if (timed && /recovery ended before configured recovery target was reached/.test(String(error))) return start({})
      throw error
    })
    .catch(error => {
      if (!(error instanceof EmbeddedError)) throw error
      throw new BackupProblem(`重放日志失败，现有的数据没有改动：\n${error.message}`)
    })
  try {
    return await endedBy(stopping, server.stop, () => work(server.url))
  } finally {
    await server.stop()
    await rm(join(folder, 'portal.lock'), { force: true })
  }
}

/** Runs work and calls `end` to interrupt it when the portal stops: queries and starting servers do not react to the signal. */
async function endedBy<Result>(
  stopping: AbortSignal | undefined,
  end: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  stopping?.throwIfAborted()
  let isOver = false
  const endAgain = async () => {
    // The process may not have started yet.
    for (; !isOver; await sleep(200)) await end().catch(() => {})
  }
  const onAbort = () => void endAgain()
  stopping?.addEventListener('abort', onAbort, { once: true })
  try {
    return await work()
  } finally {
    isOver = true
    stopping?.removeEventListener('abort', onAbort)
  }
}
