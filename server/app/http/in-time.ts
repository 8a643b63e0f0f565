import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

/**
 * Milliseconds. nginx allows eight seconds for a request that it may repeat (deploy/nginx) and counts a slower one against its
 * replica: a slow database or a lock would take every replica out of service, one after the other.
 */
export const answerWithin = 6_500

/** Answered with 503, like any failure that may be gone on a later attempt. */
class AnswerTimeout extends Error {
  readonly code = 'ETIMEDOUT'
}

/** Answers requests that nginx may repeat before it gives up. The work continues: a repetition gets its result by the key. */
export function answerWithinTimeout(app: FastifyInstance, patience: number): void {
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
        if (!request.isBeingAnswered) reject(new AnswerTimeout(`not answered within ${patience} ms`))
      }, patience)
    })
    return Promise.race([result, late]).finally(() => clearTimeout(timer))
  }

/** Must match the condition of $portal_repeatable in deploy/nginx/portal.conf. */
function isRepeatable({ method, headers, routeOptions: { config } }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return !config.hasOwnTimeout
  return config.class === 'always' || (config.class === 'keyed' && Boolean(headers['idempotency-key']))
}

declare module 'fastify' {
  interface FastifyRequest {
    isBeingAnswered?: boolean
  }
  interface FastifyContextConfig {
    /** How the call may be repeated. */
    class?: 'always' | 'keyed' | 'export' | undefined
    /** True for a route with its own location in deploy/nginx/portal.conf, because it waits for the file storage. */
    hasOwnTimeout?: boolean
  }
}
