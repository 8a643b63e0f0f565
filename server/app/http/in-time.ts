import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

/**
 * Milliseconds. Behind nginx a request that it may repeat has eight seconds (deploy/nginx), and one that takes longer counts against
 * its replica: a slow database or a lock would take every replica off the net, one after the other.
 */
export const answerWithin = 6_500

/** The answer is 503, as for any trouble that a later attempt may find gone. */
class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Answers what nginx may repeat before nginx gives up. The work goes on: a repetition with the same key finds what it made. */
export function answerInTime(app: FastifyInstance, patience: number): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    request.isBeingAnswered = true
    done()
  })
  app.addHook('onRoute', route => {
    route.handler = inTime(route.handler, patience)
  })
}

const inTime = (handler: RouteHandlerMethod, patience: number): RouteHandlerMethod =>
  function handleInTime(request: FastifyRequest, reply: FastifyReply) {
    const result: unknown = handler.call(this, request, reply)
    if (!(result instanceof Promise) || !isRepeatable(request)) return result
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        // A long answer may take its time once it has begun.
        if (!request.isBeingAnswered) reject(new TookTooLong(`not answered within ${patience} ms`))
      }, patience)
    })
    return Promise.race([result, late]).finally(() => clearTimeout(timer))
  }

/** The same question as that of $portal_repeatable in deploy/nginx/portal.conf. */
function isRepeatable({ method, headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return !config.isUnhurried
  return config.class === 'always' || (config.class === 'keyed' && Boolean(headers['idempotency-key']))
}

declare module 'fastify' {
  interface FastifyRequest {
    isBeingAnswered?: boolean
  }
  interface FastifyContextConfig {
    /** How the call may be repeated. */
    class?: 'always' | 'keyed' | 'export' | undefined
    /** It has a location of its own in deploy/nginx/portal.conf, because it waits for the storage of files. */
    isUnhurried?: boolean
  }
}
