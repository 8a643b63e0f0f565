import type { Pool, PoolClient } from 'pg'

type Release = (error?: Error | boolean) => void
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

function once(release: Release): Release {
  let released = false
  return error => {
    if (released) return
    released = true
    release(error)
  }
}

/**
 * Lets the pool's connections be released twice. The job library (0.18.0) does so when the database breaks off while it stops
 * listening, and nobody catches what the second release throws, which would end the process.
 */
export function releasingOnce(pool: Pool): Pool {
  const connect: { (): Promise<PoolClient>; (connected: Connected): void } = pool.connect.bind(pool)
  const guarded = (client: PoolClient): PoolClient => Object.assign(client, { release: once(client.release) })
  // The cast is needed because a function with an optional parameter is none with two signatures.
  pool.connect = ((connected?: Connected) =>
    connected
      ? connect((error, client) => {
          const held = client && guarded(client)
          connected(error, held, held?.release ?? (() => {}))
        })
      : connect().then(guarded)) as typeof pool.connect
  return pool
}
