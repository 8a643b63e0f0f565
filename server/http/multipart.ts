import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { StreamedUpload, Upload } from './context.ts'
import { Refusal } from './envelope.ts'

export type Fields = Record<string, unknown>

export interface Body {
  fields: Fields
  upload?: Upload | StreamedUpload
  /** Takes in what nobody has read, so that who sends it comes to reading the answer. */
  drain?: () => Promise<void>
}

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

/** A file that is read into memory, wherever it stands among the fields. */
export async function readUpload(request: FastifyRequest): Promise<Body> {
  if (!request.isMultipart()) throw new Refusal(415)
  const fields: Fields = {}
  let upload: Upload | undefined
  for await (const part of intact(request.parts())) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else upload = await wholeOf(part)
  }
  if (!upload) throw noFile()
  if (typeof fields.instance_id === 'string') fields.instance_id = Number(fields.instance_id)
  return { fields, upload }
}

async function wholeOf({ file, filename }: MultipartFile): Promise<Upload> {
  const chunks: Buffer[] = []
  for await (const chunk of intact<Buffer>(file)) chunks.push(chunk)
  return { fileName: filename, content: Buffer.concat(chunks), truncated: file.truncated }
}

/** Bytes of a field: a text of some thousand characters. */
const fieldSize = 32 * 1024

/**
 * The fields before the file, and the file as it arrives: it is read only as fast as the handler takes it, cut behind `limit`
 * bytes, and ends in an error when the connection breaks.
 */
export async function readStreamed(request: FastifyRequest, limit: number): Promise<Body> {
  if (!request.isMultipart()) throw new Refusal(415)
  const fields: Fields = {}
  const drain = () => takeIn(request, limit)
  const parts = intact(request.parts({ limits: { fieldSize, fileSize: limit } }))
  // Not `for await`: leaving it would end the file that is still to be read.
  for (;;) {
    const { value: part, done } = await parts.next()
    if (done) break
    if (part.type === 'file')
      return { fields, upload: { fileName: part.filename, content: Readable.from(intact(part.file)) }, drain }
    fields[part.fieldname] = part.value
  }
  throw noFile()
}

async function takeIn({ raw }: FastifyRequest, limit: number): Promise<void> {
  if (raw.readableEnded || raw.destroyed) return
  let taken = 0
  raw.unpipe()
  raw.on('data', (chunk: Buffer) => {
    taken += chunk.length
    // Who sends more than could ever be wanted is not waited for.
    if (taken > limit) raw.destroy()
  })
  // A pipe whose end was full has paused it.
  raw.resume()
  await finished(raw, { writable: false }).catch(() => {})
}

/** What who is refused may still send, in bytes and milliseconds: enough to come to the answer with what is on its way. */
const [unreadBytes, unreadFor] = [1024 * 1024, 10_000]

/** For a refusal that needs nothing of the body: it is answered at once, and what still comes is thrown away. */
export const refuseUnread =
  ({ raw }: FastifyRequest) =>
  (refusal: unknown): never => {
    let taken = 0
    raw.on('data', (chunk: Buffer) => {
      taken += chunk.length
      if (taken > unreadBytes) raw.destroy()
    })
    const timer = setTimeout(() => raw.complete || raw.destroy(), unreadFor)
    raw.once('close', () => clearTimeout(timer))
    throw refusal
  }
