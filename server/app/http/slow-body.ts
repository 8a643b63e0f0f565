import type { FastifyInstance } from 'fastify'

/** Milliseconds within which a body must arrive. */
const usual = 60_000

/** Disconnects clients that send their bodies too slowly. Streamed files may take their time: only an idle connection ends them. */
export function endSlowBodies(app: FastifyInstance, within = usual): void {
  app.addHook('onRequest', async (request, reply) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers
    const hasBody = encoding !== undefined || (length !== undefined && length !== '0')
    if (!hasBody || request.routeOptions.config.streams) return
    const timer = setTimeout(() => request.raw.complete || request.raw.destroy(), within)
    reply.raw.once('close', () => clearTimeout(timer))
  })
}
