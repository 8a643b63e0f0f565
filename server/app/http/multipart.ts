import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { setImmediate as othersTurn } from 'node:timers/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '#server/core/refusal.ts'
import type { StreamedUpload, Upload } from '#server/engines/context.ts'

export type Fields = Record<string, unknown>

const noFile = () => new Refusal(-41003, 'file', '请选择要上传的文件')

/** The parser's own errors, the only ones without a code, mean a truncated or malformed form. */
const toRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error ? error : new Refusal(400, null, '上传的内容不完整，请重新上传')

async function* intact<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    throw toRefusal(error)
  }
}

/** The file must begin within these bytes and milliseconds, because the caller is unknown until then. */
const [beforeFile, fieldsTimeout] = [256 * 1024, 10_000]

export interface Form {
  /** The fields before the file; fields after it are refused. */
  fields: Fields
  fileName: string
  /** Not read yet. */
  file: MultipartFile['file']
  /** Bytes of the whole form including the file; undefined if the sender does not state them. */
  length: number | undefined
  /** Rejects if anything follows the file. */
  end(): Promise<void>
}

/** Reads the fields of a form up to its file, so that they can decide whether the file is accepted at all. */
export async function readForm(
  request: FastifyRequest,
  limits: { fieldSize?: number; fileSize?: number },
  timeout = fieldsTimeout,
): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal(415)
  const fields: Fields = {}
  const parts = intact(request.parts({ limits }))
  const stopLimit = limitTimeToFile(request, timeout)
  try {
    // Not `for await`: leaving that loop would end the unread file.
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) throw noFile()
      if (part.type === 'file')
        return {
          fields: parseInstanceId(fields),
          fileName: part.filename,
          file: part.file,
          length: lengthOf(request),
          end: () => rejectMoreParts(parts),
        }
      fields[part.fieldname] = part.value
    }
  } finally {
    stopLimit()
  }
}

function lengthOf({ headers }: FastifyRequest): number | undefined {
  const length = headers['content-length']
  return length === undefined ? undefined : Number(length)
}

/** Fields are always text, so a numeric one is converted. */
const parseInstanceId = ({ instance_id, ...fields }: Fields): Fields =>
  instance_id === undefined
    ? fields
    : { ...fields, instance_id: typeof instance_id === 'string' ? Number(instance_id) : instance_id }

async function rejectMoreParts(parts: AsyncGenerator<Multipart>): Promise<void> {
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) return
    throw new Refusal(-41003, part.fieldname, '各参数须在文件之前')
  }
}

/** Closes an unknown client's connection if the file never begins. */
function limitTimeToFile({ raw }: FastifyRequest, timeout: number): () => void {
  let received = 0
  const count = (chunk: Buffer) => {
    // The file may begin in this chunk.
    if (received > beforeFile) raw.destroy()
    received += chunk.length
  }
  raw.on('data', count)
  const timer = setTimeout(() => raw.complete || raw.destroy(), timeout)
  return () => {
    clearTimeout(timer)
    raw.off('data', count)
  }
}

/** The most concurrent uploads of one person in this process, because each takes some megabytes of memory. */
const filesAtOnce = 4

/** Returns a function that runs work holding a file in memory, or refuses it if the person has too many uploads running. */
export function limitUploads() {
  const running = new Map<string, number>()
  return async <Result>(
    ownerId: string | undefined,
    refuse: (refusal: unknown) => never,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (ownerId === undefined) return work()
    const current = running.get(ownerId) ?? 0
    if (current >= filesAtOnce) return refuse(new Refusal(429, null, '同时上传的文件过多，请等前面的上传完成'))
    running.set(ownerId, current + 1)
    try {
      return await work()
    } finally {
      const left = (running.get(ownerId) ?? 1) - 1
      if (left) running.set(ownerId, left)
      else running.delete(ownerId)
    }
  }
}

/** Bytes of a file after which other requests get their turn. A fast sender would deliver megabytes in one go. */
const atATime = 256 * 1024

/**
 * Reads a whole file into memory, truncated at the form's limit, `fileSize`. The announced size is allocated up front, though the
 * system provides the memory only as it is filled: joining the chunks at the end would block all other requests.
 */
export async function readWhole({ file, fileName, end, length }: Form, fileSize: number): Promise<Upload> {
  const whole = Buffer.from(new ArrayBuffer(Math.min(length ?? fileSize, fileSize)))
  let [used, sinceTurn] = [0, 0]
  for await (const chunk of intact<Buffer>(file)) {
    used += chunk.copy(whole, used)
    sinceTurn += chunk.length
    if (sinceTurn < atATime) continue
    sinceTurn = 0
    await othersTurn()
  }
  await end()
  return { fileName, content: whole.subarray(0, used), truncated: file.truncated }
}

/** Streams a file: it is read only as fast as the handler consumes it, and fails when the connection breaks. */
export const readStreamed = ({ file, fileName }: Form): StreamedUpload => ({
  fileName,
  content: Readable.from(intact<Buffer>(file)),
})

/** Reads and discards at most `limit` bytes; a client that sends more is disconnected. */
function discard({ raw }: FastifyRequest, limit: number): void {
  let received = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > limit) raw.destroy()
  })
  // A pipe with a full target has paused the request.
  raw.resume()
}

/** Discards the unread rest, so that the sender gets to read the answer. */
export async function drain(request: FastifyRequest, limit: number): Promise<void> {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  discard(request, limit)
  await finished(raw, { writable: false }).catch(() => {})
}

/** Milliseconds for which a refused sender may keep sending. */
const refusalTimeout = 10_000

/**
 * Refuses immediately without waiting for the rest of the body, of which up to `limit` bytes are discarded, so that the sender can
 * read the answer.
 */
export const refuseUnread =
  (request: FastifyRequest, limit: number) =>
  (refusal: unknown): never => {
    const { raw } = request
    if (raw.readableEnded || raw.destroyed) throw refusal
    discard(request, limit)
    const timer = setTimeout(() => raw.complete || raw.destroy(), refusalTimeout)
    raw.once('close', () => clearTimeout(timer))
    throw refusal
  }
