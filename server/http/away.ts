/** A database that is away, or a connection to it that broke: the page may come back by itself. */
export function isAway(thrown: unknown): boolean {
  const { code = '', message = '' } = thrown as { code?: string; message?: string }
  return (
    /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|57P0[1-5]|53300|08...)$/.test(code) ||
    /Connection terminated|connection timeout|timeout exceeded when trying to connect|not queryable/i.test(message)
  )
}
