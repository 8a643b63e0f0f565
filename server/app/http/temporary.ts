import type { FastifyBaseLogger } from 'fastify'
import { NoWritableHost } from '#server/database/client.ts'

/**
 * The codes that PostgreSQL reports when a later attempt may succeed: a failed connection, insufficient resources (class 53, a full
 * disk among them), a timeout, a lock, a restart, a read-only standby, a changed password. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const postgresql = /^(08...|53...|57014|57P0.|55P03|40001|40P01|25006|25P03|28P01|28000|3D000)$/
const system = /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/
const messages =
  /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable|Query read timeout|not currently accepting connections/i

/** Reports whether the database is unavailable or out of some resource, so that a later attempt may succeed. */
export function isTemporary(thrown: unknown): boolean {
  // Between the end of a primary and the promotion of its standby.
  if (thrown instanceof NoWritableHost) return true
  const { code = '', message = '' } = thrown as { code?: string; message?: string }
  return postgresql.test(code) || system.test(code) || messages.test(message)
}

/** Milliseconds. During an outage every request fails for the same reason. */
const interval = 1_000

/** Returns a function that logs errors at most once a second, without stacks and with the number of errors suppressed before. */
export function throttledLogger(now = () => performance.now()) {
  let loggedAt = Number.NEGATIVE_INFINITY
  let unlogged = 0
  return (log: Pick<FastifyBaseLogger, 'error'>, thrown: unknown, what: string): void => {
    if (now() - loggedAt < interval) {
      unlogged += 1
      return
    }
    const { code, message } = thrown as { code?: string; message?: string }
    log.error({ code, reason: message, ...(unlogged && { unlogged }) }, what)
    loggedAt = now()
    unlogged = 0
  }
}

export const logTemporary = throttledLogger()
