import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Encoding = 'br' | 'gzip' | 'identity'

/** Chooses the best encoding that the client accepts: brotli, gzip or none. See RFC 9110, 12.5.3. */
export function parseAccepted(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity'
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightFor = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  if (weightFor('br') > 0 && weightFor('br') >= weightFor('gzip')) return 'br'
  return weightFor('gzip') > 0 ? 'gzip' : 'identity'
}

/** Most clients send one of a few headers, so the results are cached. */
const negotiated = new Map<string, Encoding>()
export function negotiate(accepted: string | undefined): Encoding {
  const cached = negotiated.get(accepted ?? '')
  if (cached) return cached
  const encoding = parseAccepted(accepted)
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

/** Shorter answers, in characters, are not compressed: within one packet it gains nothing. */
const worthIt = 1500

/**
 * Compresses longer answers: a list of twenty rows shrinks to a quarter. BREACH would need an attacker's text beside a secret in
 * one answer, so that its compressed length reveals the secret; but callers send the `sid` in the body, so another site cannot make
 * a call in a user's name.
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
