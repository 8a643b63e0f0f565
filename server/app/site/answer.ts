import type { FastifyReply, FastifyRequest } from 'fastify'
import { negotiate } from '#server/app/http/encoding.ts'
import type { CachedPage } from './page-cache.ts'

/** Reports whether one of the client's tags matches the page's, by the weak comparison of RFC 9110, 8.8.3.2. */
export function isUnchanged(clientTags: string | undefined, etag: string): boolean {
  if (!clientTags) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return clientTags.trim() === '*' || clientTags.split(',').some(tag => bare(tag) === bare(etag))
}

export function answer(request: FastifyRequest, reply: FastifyReply, page: CachedPage) {
  reply.headers(page.headers).header('vary', 'accept-encoding')
  if (page.status === 200) {
    reply.header('etag', page.etag)
    if (isUnchanged(request.headers['if-none-match'], page.etag)) return reply.code(304).send()
  }
  const encoding = negotiate(request.headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).send(page.bodies[encoding])
}
