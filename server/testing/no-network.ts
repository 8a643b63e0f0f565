import { isIP, isIPv4, Socket } from 'node:net'

/** Vitest's setup file: a connection that leaves this machine fails, so that no test depends on a network by accident. */
const allowed = new Set(['localhost', '::1', '::ffff:127.0.0.1', '0.0.0.0', databaseHost()])
const connect = Socket.prototype.connect

Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
  const host = findHost(args)
  if (host === undefined || allowed.has(host) || (isIPv4(host) && host.startsWith('127.')))
    // The overloads of `connect` can't be spelled for a forwarded argument list.
    return (connect as (...args: unknown[]) => Socket).apply(this, args)
  const code = isIP(host) ? 'ENETUNREACH' : 'ENOTFOUND'
  const refused = Object.assign(new Error(`测试不允许连接外部网络：${host}`), { code })
  // The error comes later, as from a network. A driver that sees `connect` itself throw leaves its timers running.
  process.nextTick(() => this.destroy(refused))
  return this
} as typeof connect

/**
 * Handles the forms of net.connect: (path), (port, host?), (options), and Node's own ([options, callback]). Undefined
 * means local.
 */
function findHost(args: unknown[]): string | undefined {
  const [first, second] = Array.isArray(args[0]) ? args[0] : args
  if (first && typeof first === 'object')
    return 'host' in first && !('path' in first && first.path) ? String(first.host || 'localhost') : undefined
  return typeof second === 'string' ? second : undefined
}

function databaseHost(): string {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  return url ? new URL(url).hostname : 'localhost'
}
