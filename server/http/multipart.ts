import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { StreamedUpload, Upload } from './context.ts'
import { Refusal } from './envelope.ts'

export type Fields = Record<string, unknown>

const noFile = () => new Refusal(-41003, 'file', '请选择要上传的文件')

/** A form that ends in the middle, or is none: the parser's own errors, which alone carry no code. */
const asRefusal = (error: unknown) =>
  error instanceof Error && 'code' in error ? error : new Refusal(400, null, '上传的内容不完整，请重新上传')

async function* intact<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  try {
    yield* parts
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Bytes and milliseconds within which the file has to begin: who calls is not known before. */
const [beforeFile, fieldsWithin] = [256 * 1024, 10_000]

export interface Form {
  /** Those before the file; there are no others. */
  fields: Fields
  fileName: string
  /** Nothing of it is read yet. */
  file: MultipartFile['file']
  /** Rejects for whatever stands behind the file. */
  end(): Promise<void>
}

/** The fields of a form, up to its file: what they say decides whether that is taken in at all. */
export async function readForm(
  request: FastifyRequest,
  limits: { fieldSize?: number; fileSize?: number },
  within = fieldsWithin,
): Promise<Form> {
  if (!request.isMultipart()) throw new Refusal(415)
  const fields: Fields = {}
  const parts = intact(request.parts({ limits }))
  const noLonger = endLongBeginning(request, within)
  try {
    // Not `for await`: leaving it would end the file that is still to be read.
    for (;;) {
      const { value: part, done } = await parts.next()
      if (done) throw noFile()
      if (part.type === 'file')
        return { fields: numbered(fields), fileName: part.filename, file: part.file, end: () => ended(parts) }
      fields[part.fieldname] = part.value
    }
  } finally {
    noLonger()
  }
}

/** A form has texts alone. */
const numbered = ({ instance_id, ...fields }: Fields): Fields =>
  instance_id === undefined
    ? fields
    : { ...fields, instance_id: typeof instance_id === 'string' ? Number(instance_id) : instance_id }

async function ended(parts: AsyncGenerator<Multipart>): Promise<void> {
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) return
    throw new Refusal(-41003, part.fieldname, '各参数须在文件之前')
  }
}

/** A stranger's connection is not kept for a form whose file never begins. */
function endLongBeginning({ raw }: FastifyRequest, within: number): () => void {
  let taken = 0
  const count = (chunk: Buffer) => {
    // This one may be where the file begins.
    if (taken > beforeFile) raw.destroy()
    taken += chunk.length
  }
  raw.on('data', count)
  const timer = setTimeout(() => raw.complete || raw.destroy(), within)
  return () => {
    clearTimeout(timer)
    raw.off('data', count)
  }
}

/** Of one person, in this process: each is some megabytes of memory. */
const filesAtOnce = 4

/** Runs work that holds a file in memory, or refuses it where the same person's others already do. */
export function fewAtOnce() {
  const underWay = new Map<string, number>()
  return async <Result>(
    whose: string | undefined,
    refuse: (refusal: unknown) => never,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (whose === undefined) return work()
    const others = underWay.get(whose) ?? 0
    if (others >= filesAtOnce) return refuse(new Refusal(429, null, '同时上传的文件过多，请等前面的上传完成'))
    underWay.set(whose, others + 1)
    try {
      return await work()
    } finally {
      const left = (underWay.get(whose) ?? 1) - 1
      if (left) underWay.set(whose, left)
      else underWay.delete(whose)
    }
  }
}

/** The whole of a file, in memory; cut behind the limit of its form. */
export async function readWhole({ file, fileName, end }: Form): Promise<Upload> {
  const chunks: Buffer[] = []
  for await (const chunk of intact<Buffer>(file)) chunks.push(chunk)
  await end()
  return { fileName, content: Buffer.concat(chunks), truncated: file.truncated }
}

/** A file as it arrives: it is read only as fast as the handler takes it, and ends in an error when the connection breaks. */
export const readStreamed = ({ file, fileName }: Form): StreamedUpload => ({
  fileName,
  content: Readable.from(intact<Buffer>(file)),
})

/** Reads on without keeping anything, up to so many bytes: who sends more than could ever be wanted is cut off. */
function throwAway({ raw }: FastifyRequest, most: number): void {
  let taken = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    taken += chunk.length
    if (taken > most) raw.destroy()
  })
  // A pipe whose end was full has paused it.
  raw.resume()
}

/** Takes in what nobody has read, so that who sends it comes to reading the answer. */
export async function drain(request: FastifyRequest, limit: number): Promise<void> {
  const { raw } = request
  if (raw.readableEnded || raw.destroyed) return
  throwAway(request, limit)
  await finished(raw, { writable: false }).catch(() => {})
}

/** Milliseconds in which who is refused may still send. */
const unreadFor = 10_000

/**
 * For a refusal that needs nothing of what still comes: it is answered at once, and up to `most` bytes are thrown away, so that
 * who sends them comes to reading the answer.
 */
export const refuseUnread =
  (request: FastifyRequest, most: number) =>
  (refusal: unknown): never => {
    const { raw } = request
    if (raw.readableEnded || raw.destroyed) throw refusal
    throwAway(request, most)
    const timer = setTimeout(() => raw.complete || raw.destroy(), unreadFor)
    raw.once('close', () => clearTimeout(timer))
    throw refusal
  }
