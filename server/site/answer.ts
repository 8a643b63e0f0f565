import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CachedPage, Encoding } from './page-cache.ts'

/** The best encoding that the client takes: brotli, gzip, as it is. RFC 9110, 12.5.3. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightOf('br') > 0 && weightOf('br') >= weightOf('gzip')) return 'br'
  return weightOf('gzip') > 0 ? 'gzip' : 'identity'
}

/** Whether one of the client's tags is the page's: the weak comparison of RFC 9110, 8.8.3.2. */
export function isUnchanged(given: string | undefined, etag: string): boolean {
  if (!given) return false
  const bare = (tag: string) => tag.trim().replace(/^W\//, '')
  return given.trim() === '*' || given.split(',').some(tag => bare(tag) === bare(etag))
}

/** Most clients send one of a few headers. */
const negotiated = new Map<string, Encoding>()
function negotiate(accepted: string | undefined): Encoding {
  const known = negotiated.get(accepted ?? '')
  if (known) return known
  const encoding = encodingOf(accepted)
  if (negotiated.size < 200) negotiated.set(accepted ?? '', encoding)
  return encoding
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
