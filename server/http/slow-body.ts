import type { FastifyInstance } from 'fastify'

/** Milliseconds within which a body has to be in. */
const usual = 60_000

/**
 * A client that is slow with its body holds its own connection, and not for long. Files that are streamed take as long as they
 * take: what ends those is a connection on which nothing moves.
 */
export function endSlowBodies(app: FastifyInstance, within = usual): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    if (!hasBody || request.routeOptions.config.streams) return
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), within)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
