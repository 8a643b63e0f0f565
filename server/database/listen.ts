import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'
import { clientConfig, DatabaseClient } from './client.ts'
import { announceEvery, announceIdle, announcePending, countUses } from './pending-notifications.ts'
import type { DatabaseLog } from './pool.ts'

/**
 * `undefined` means that the connection was lost for a while and notices may have been missed: drop what they would
 * have dropped.
 */
export type NoticeHandler = (payload: string | undefined) => void

export interface Listener {
  /** Resolves once the channel's notifications are received. Waits while the database is away. */
  on(channel: string, handler: NoticeHandler): Promise<void>
  end(): Promise<void>
}

interface ListenOptions {
  url: string
  log: DatabaseLog
  /**
   * Milliseconds between calls of `announcePending`, which also detect a connection that was cut silently. While this process uses
   * no other connection, the interval is `announceIdle`.
   */
  heartbeat?: number
  /** Counts this process's other uses of the database. */
  uses?: () => number
}

/**
 * Opens one connection for all LISTENs of the process, on which it also announces the rows that writers left. It reconnects by
 * itself.
 */
export function listen({ url, log, heartbeat = announceEvery, uses = countUses }: ListenOptions): Listener {
  const handlers = new Map<string, Set<NoticeHandler>>()
  const ending = new AbortController()
  let client: Client | undefined
  let connected = Promise.withResolvers<Client>()

  const call = (handler: NoticeHandler, payload: string | undefined) => {
    try {
      handler(payload)
    } catch (error) {
      log.error(`数据库通知处理失败：${error instanceof Error ? error.message : error}`)
    }
  }

  /** Connects and stays until the connection is lost. Resolves with whether it was ever up. */
  const session = async (again: boolean): Promise<boolean> => {
    const timeouts = { connectionTimeoutMillis: 5000, query_timeout: 5000 }
    const current = new DatabaseClient({ ...clientConfig(url), ...timeouts, pipeline: true })
    client = current
    const lost = new Promise<void>(resolve => {
      current.once('end', resolve)
      current.on('error', () => resolve())
    })
    current.on('notification', ({ channel, payload = '' }) => {
      for (const handler of handlers.get(channel) ?? []) call(handler, payload)
    })
    let up = false
    try {
      await current.connect()
      for (const channel of handlers.keys()) await current.query(`listen ${escapeIdentifier(channel)}`)
      up = true
      connected.resolve(current)
      if (again) for (const all of handlers.values()) for (const handler of all) call(handler, undefined)
      let announcing = false
      let [seen, at] = [-1, 0]
      const beat = setInterval(async () => {
        const [used, now] = [uses(), performance.now()]
        if (announcing || (used === seen && now - at < announceIdle)) return
        announcing = true
        ;[seen, at] = [used, now]
        await current.query({ name: 'announce', text: announcePending }).catch(() => current.end())
        announcing = false
      }, heartbeat)
      await lost
      clearInterval(beat)
    } catch (error) {
      if (!ending.signal.aborted) log.warn(`数据库通知连接失败：${error instanceof Error ? error.message : error}`)
    } finally {
      if (up) connected = Promise.withResolvers()
      // A client that failed half-way may still hold its socket.
      current.end().catch(() => {})
    }
    return up
  }

  const run = async () => {
    let again = false
    for (let wait = 100; !ending.signal.aborted; wait = Math.min(wait * 2, 5000)) {
      if (await session(again)) {
        again = true
        wait = 50
      }
      // Replicas that lost the database together should not reconnect simultaneously.
      await sleep(wait * (0.5 + Math.random()), undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = run()

  return {
    on: async (channel, handler) => {
      const existing = handlers.get(channel)
      if (existing) existing.add(handler)
      else handlers.set(channel, new Set([handler]))
      for (;;) {
        const current = await connected.promise
        try {
          // A repeated LISTEN has no further effect.
          await current.query(`listen ${escapeIdentifier(channel)}`)
          return
        } catch {
          if (ending.signal.aborted) return
          await sleep(50)
        }
      }
    },
    end: async () => {
      ending.abort()
      await client?.end()
      await running
    },
  }
}
