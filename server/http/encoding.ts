import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

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

/** Most clients send one of a few headers. */
const negotiated = new Map<string, Encoding>()
export function negotiate(accepted: string | undefined): Encoding {
  const known = negotiated.get(accepted ?? '')
  if (known) return known
  const encoding = encodingOf(accepted)
  if (negotiated.size < 200) negotiated.set(accepted ?? '', encoding)
  return encoding
}

export const compress = {
  br: (body: Buffer, quality: number) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      },
    }),
  gzip: (body: Buffer, level: number) => promisify(gzip)(body, { level }),
}

/** Characters below which an answer goes out as it is: a packet's worth gains nothing. */
const worthIt = 1500

/**
 * Answers that are longer travel compressed: a list of twenty rows is a quarter of itself. Nobody can have them made with a text of
 * their own beside a secret, which compression would give away by its length (BREACH): who asks sends the `sid` in the body, so that
 * another site can't ask in somebody's name.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < worthIt) return done(null, payload)
    const vary = reply.getHeader('vary')
    reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding')
    const encoding = negotiate(request.headers['accept-encoding'])
    if (encoding === 'identity') return done(null, payload)
    reply.header('content-encoding', encoding)
    compress[encoding](Buffer.from(payload), 4).then(compressed => done(null, compressed), done)
  })
}
