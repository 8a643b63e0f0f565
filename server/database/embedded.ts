import { rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { finishSwitch } from './cluster-switch.ts'
import { isAlive, lockDataDir } from './data-lock.ts'
import { type EmbeddedOptions, type Launch, launcher } from './embedded-launch.ts'
import { endPostmaster, readPostmaster } from './embedded-postmaster.ts'
import { findBinaries } from './embedded-system.ts'
import type { DatabaseLog } from './pool.ts'

export interface Embedded {
  /** The address for a user that owns the database and is not a superuser, as with a DATABASE_URL. */
  url: string
  pid(): number
  /** True if a database left running by a killed portal was adopted. */
  adopted: boolean
  /** Ends the connections, writes everything to disk and releases the data directory. */
  stop(): Promise<void>
}

/**
 * Starts the database. Throws DataDirInUse or EmbeddedError, both with a message for the person who starts the portal.
 */
export async function startEmbedded(input: EmbeddedOptions): Promise<Embedded> {
  const options = { ...input, dataDir: resolve(input.dataDir) }
  const unlock = lockDataDir(options.dataDir)
  try {
    finishSwitch(options.dataDir)
    const binaries = findBinaries()
    const launch = await launcher(options, binaries)
    const server = await keepRunning(launch, options.log)
    const stop = async () => {
      await server.leave()
      const { sockets } = readPostmaster(join(options.dataDir, 'postgres')) ?? {}
      await endPostmaster(server.pid(), binaries)
      if (sockets) await rmdir(sockets).catch(() => {})
      unlock()
    }
    let stopped: Promise<void> | undefined
    return {
      url: server.url,
      adopted: server.adopted,
      pid: server.pid,
      stop: () => {
        stopped ??= stop()
        return stopped
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

/** Restarts the server whenever it ends by itself, until `leave` is called. */
async function keepRunning(launch: Launch, log: DatabaseLog) {
  let leaving = false
  let running = await launch()
  let reviving: Promise<void> | undefined
  const revive = async () => {
    log.error('内置数据库意外停止，正在重新启动')
    for (let attempt = 1; !leaving; attempt += 1) {
      try {
        running = await launch()
        return log.info('内置数据库已重新启动')
      } catch (error) {
        log.error(`内置数据库重新启动失败：${error instanceof Error ? error.message : error}`)
        await sleep(Math.min(attempt, 10) * 1000)
      }
    }
  }
  // An adopted server is not a child process, so no event reports its end; checking the process costs some microseconds.
  const watch = setInterval(() => {
    if (leaving || reviving || isAlive(running.pid)) return
    reviving = revive().finally(() => {
      reviving = undefined
    })
  }, 200).unref()
  return {
    url: running.url,
    adopted: !running.child,
    pid: () => running.pid,
    leave: async () => {
      leaving = true
      clearInterval(watch)
      await reviving
    },
  }
}
