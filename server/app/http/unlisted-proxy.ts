import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/core/config.ts'

/**
 * Warns once when a proxy that TRUST_PROXY does not list passes a request on: all of its visitors count as one address, which
 * nothing else shows until the limits refuse them.
 */
export function warnOfUnlistedProxy(app: FastifyInstance, { mode }: Pick<Config, 'mode'>): void {
  if (mode !== 'production') return
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    // Of an unlisted sender Fastify keeps only its own address.
    if (!isWarned && request.headers['x-forwarded-for'] !== undefined && request.ips?.length === 1) {
      isWarned = true
      request.log.warn(
        { ip: request.ip },
        '转发请求的反向代理没有写在 TRUST_PROXY 里，它的全部访客被算作同一个地址：请核对 TRUST_PROXY',
      )
    }
    done()
  })
}
