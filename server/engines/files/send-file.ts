import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, Storage } from '#server/integrations/storage/storage.ts'
import type { StoredFile } from './uploads.sql.ts'

export interface Sending {
  disposition: 'inline' | 'attachment'
  cacheControl: string
}

/**
 * Streams a stored file, whole or in the requested range, so that an interrupted download can resume. The stream waits for a slow
 * reader and ends with the connection.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  storage: Storage,
  file: StoredFile,
  { disposition, cacheControl }: Sending,
) {
  const etag = `"${file.sha256}"`
  const lasting = {
    etag,
    'cache-control': cacheControl,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    // Even if the bytes turn out to be active content, a browser that shows them must run none of it.
    'content-security-policy':
      "default-src 'none'; sandbox; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  }
  if (names(request.headers['if-none-match'], etag)) return reply.headers(lasting).code(304).send()

  const range = requestedRange(request, file.size, etag)
  if (range === 'outside')
    return reply.headers(lasting).code(416).header('content-range', `bytes */${file.size}`).send()
  const opened = request.method === 'HEAD' ? undefined : await open(storage, file, range)
  // Set any earlier, these headers would let caches keep an error for as long as the file.
  reply.headers(lasting)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  return reply
    .type(file.content_type)
    .header('content-disposition', `${disposition}; ${nameParameters(file.file_name)}`)
    .header('content-length', range ? range.end - range.start + 1 : file.size)
    .send(opened)
}

async function open(storage: Storage, file: StoredFile, range: ByteRange | undefined) {
  const stored = await storage.get(file.storage_key, range)
  if (stored?.size === file.size) return stored.stream
  stored?.stream.destroy()
  throw new Error(`stored file ${file.storage_key}: ${stored?.size ?? 'no'} bytes in storage, ${file.size} expected`)
}

const names = (header: string | undefined, etag: string) =>
  header?.split(',').some(tag => ['*', etag, `W/${etag}`].includes(tag.trim()))

/** Parses the range according to RFC 9110, 14.2. Anything but a single well-formed byte range is answered with the whole file. */
function requestedRange({ headers }: FastifyRequest, size: number, etag: string): ByteRange | 'outside' | undefined {
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return undefined
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? []
  if (from === undefined || to === undefined || (!from && !to)) return undefined
  if (!from) return Number(to) === 0 ? 'outside' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const [start, end] = [Number(from), to ? Math.min(Number(to), size - 1) : size - 1]
  if (start >= size) return 'outside'
  return to && Number(to) < start ? undefined : { start, end }
}

/** Returns the name as RFC 6266 demands: in UTF-8, and in ASCII for programs that know nothing else. */
function nameParameters(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const utf8 = encodeURIComponent(name).replace(/['()*]/g, character => `%${character.charCodeAt(0).toString(16)}`)
  return `filename="${ascii}"; filename*=UTF-8''${utf8}`
}
