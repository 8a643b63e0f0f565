import type { FastifyInstance, FastifyReply } from 'fastify'
import { answerTag, replayed } from '#contract/rules.ts'
import type { Config } from '#server/core/config.ts'

/** Whatever a browser takes a non-document answer for, it loads, sends and frames nothing. */
export const nothingAllowed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** One year, the minimum that browsers require for their preload lists. */
export const onlyHttps = 'max-age=31536000; includeSubDomains'

/** JSON is read by scripts and never displayed: it leads nowhere, opens no window and asks for no camera. */
const isData = (reply: FastifyReply) => String(reply.getHeader('content-type')).startsWith('application/json')

/**
 * Sets security headers on every answer. Data omits those of documents, which would be a third of a short answer. Documents add
 * their own content security policy, the app a stricter referrer policy.
 */
export function securityHeaders(app: FastifyInstance, config: Config) {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    setSecurityHeaders(reply, config)
    done()
  })
}

/** Sets them on one answer, for those that pass no hook. Its content type must be known. */
export function setSecurityHeaders(reply: FastifyReply, { mode }: Pick<Config, 'mode'>) {
  reply.header('x-content-type-options', 'nosniff')
  if (!isData(reply)) {
    if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin')
    reply.header('cross-origin-opener-policy', 'same-origin')
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=()')
  }
  reply.header('x-request-id', reply.request.id)
  if (mode === 'production') reply.header('strict-transport-security', onlyHttps)
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', nothingAllowed)
}

const allowedHeaders = ['authorization', 'content-type', 'accept-language', 'idempotency-key', answerTag].join(', ')

/** When pages and API have two hosts, only the pages' host may call. */
export function crossOrigin(app: FastifyInstance, config: Config) {
  const allowed = new URL(config.publicUrl).origin
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin !== allowed) return
    reply
      .header('access-control-allow-origin', allowed)
      .header('access-control-allow-credentials', 'true')
      .header('access-control-expose-headers', replayed)
      .header('vary', 'origin')
    if (request.method !== 'OPTIONS') return
    reply
      .header('access-control-allow-headers', allowedHeaders)
      .header('access-control-allow-methods', 'POST')
      .header('access-control-max-age', '86400')
    return reply.code(204).send()
  })
}
