import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type Code, codes } from '#contract/codes.ts'
import type { Services } from '../services.ts'
import { isAway } from './away.ts'
import type { Caller, PublicContext } from './context.ts'
import { compressAnswers } from './encoding.ts'
import { type Envelope, Refusal, refused, success } from './envelope.ts'
import { drain, type Fields, fewAtOnce, readForm, readStreamed, readWhole, refuseUnread } from './multipart.ts'

// Texts of the schema library itself, where a field has none of its own.
z.config(z.locales.zhCN())

/** JSON bodies: the largest input of a contract stays well below. Bytes. */
const bodyLimit = 256 * 1024
/** Bytes of a field beside a streamed file: a text of some thousand characters. */
const streamedFieldSize = 32 * 1024
/** What who is refused by the headers alone may still send: enough to come to the answer with what is on its way. Bytes. */
const unreadBytes = 1024 * 1024

/** Handlers and definitions are keyed by the same names, which the callers' types hold; the loop below can't keep one's own. */
type AnyHandler = (context: PublicContext, input: unknown) => Promise<unknown>
type AnyCall = Call<z.ZodType, z.ZodType, unknown>

/** One half of the portal's calls: what makes a request of it a handler's context. */
export interface Half<Definition extends AnyCall> {
  services: Services
  contract: Record<string, Definition>
  handlers: Record<string, AnyHandler>
  /** Bytes of a multipart call's file, the largest of all. */
  uploadLimit: number
  /** Of one that is streamed. */
  streamLimit?: number
  /** Who calls is known from the headers alone: a file is taken in from nobody else. */
  knownByHeaders?: true
  /** Turns a request into what its access level promises, or refuses; `rest` is the call's own input. */
  admit(asked: Asked<Definition>): Promise<Admitted>
  /** Wraps the handler and what it needs around it. */
  run?(definition: Definition, context: PublicContext, work: () => Promise<unknown>): Promise<unknown>
}

interface Admitted {
  context: PublicContext
  rest: Fields
  /** The person who calls, where it is known. */
  whose: string | undefined
}

interface Checked {
  context: PublicContext
  input: unknown
  whose: string | undefined
}

export interface Asked<Definition> {
  base: PublicContext
  definition: Definition
  fields: Fields
  request: FastifyRequest
  reply: FastifyReply
}

/** Makes every route of a contract, once, below the prefix it is registered with. */
export async function calls<Definition extends AnyCall>(app: FastifyInstance, half: Half<Definition>) {
  const { services, handlers, uploadLimit, streamLimit = uploadLimit } = half
  const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
  compressAnswers(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit },
    async (_request: unknown, body: Buffer) => {
      try {
        return JSON.parse(strictUtf8.decode(body)) as unknown
      } catch {
        // Also what a nesting of 100,000 levels ends as.
        throw new Refusal(400)
      }
    },
  )
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 1024, fileSize: uploadLimit, parts: 10 },
    // The handler answers a file that was cut, with the code and the megabytes of its purpose.
    throwFileSizeLimit: false,
  })

  const inMemory = fewAtOnce()
  for (const [name, definition] of Object.entries(half.contract)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} has no handler`)
    const config = { call: name, streams: definition.multipart === 'stream' }
    app.post(definition.path, { config }, async (request, reply) => {
      const base = { services, system: services.system, caller: callerOf(request, reply), log: request.log }
      const admit = (fields: Fields) => half.admit({ base, definition, fields, request, reply })
      const checked = async (fields: Fields, known?: Admitted): Promise<Checked> => {
        const { context, rest, whose } = known ? { ...known, rest: fields } : await admit(fields)
        const input = definition.input.safeParse(rest)
        if (!input.success) throw malformed(input.error)
        return { context, input: input.data, whose }
      }
      const answer = async ({ context, input }: Omit<Checked, 'whose'>) => {
        const work = () => handler(context, input)
        const data = await (half.run ? half.run(definition, context, work) : work())
        const shaped = services.config.mode === 'demo' ? definition.output.parse(data) : data
        return send(reply, 200, success(shaped, definition.success))
      }
      if (!definition.multipart) return answer(await checked(bodyOf(request)))

      const known = half.knownByHeaders ? await admit({}).catch(refuseUnread(request, unreadBytes)) : undefined
      if (definition.multipart === 'stream') {
        const limits = { fieldSize: streamedFieldSize, fileSize: streamLimit }
        const form = await readForm(request, limits).catch(refuseUnread(request, unreadBytes))
        try {
          const { context, input } = await checked(form.fields, known)
          return await answer({ context: Object.assign(context, { upload: readStreamed(form) }), input })
        } finally {
          await drain(request, streamLimit)
        }
      }
      const refuse = refuseUnread(request, uploadLimit)
      const form = await readForm(request, {}).catch(refuse)
      // Who may not send it, or says something wrong beside it, is answered without the file.
      const { context, input, whose } = await checked(form.fields, known).catch(refuse)
      return inMemory(whose, refuse, async () => {
        const upload = await readWhole(form).catch(refuse)
        return answer({ context: Object.assign(context, { upload }), input })
      })
    })
  }

  app.setNotFoundHandler((_request, reply) => send(reply, 404, refused(new Refusal(404))))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

function send(reply: FastifyReply, status: number, envelope: Envelope) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelope))
}

export const answerRefusal = (reply: FastifyReply, status: number, refusal: Refusal) =>
  send(reply, status, refused(refusal))

function bodyOf({ body }: FastifyRequest): Fields {
  if (body === undefined) throw new Refusal(415)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal(400)
  return body as Fields
}

/** `authorization: portal-web 1201` names the client; it proves nothing. */
function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const [, name = 'unknown', version = ''] =
    /^([\w.-]{1,40}) ([\w.-]{1,20})$/.exec(request.headers.authorization ?? '') ?? []
  return {
    requestId: request.id,
    ip: request.ip.replace(/^::ffff:/, ''),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    client: { name, version },
    onHangUp(gone) {
      reply.raw.once('close', gone)
      return () => reply.raw.off('close', gone)
    },
  }
}

/** The first thing that is wrong: `data` names the parameter, the message is for the person who typed it. */
function malformed(error: z.ZodError): Refusal {
  const [issue] = error.issues
  if (!issue) return new Refusal(-41003)
  if (issue.code === 'unrecognized_keys') return new Refusal(-41003, issue.keys[0], `未知的参数：${issue.keys[0]}`)
  return new Refusal(-41003, issue.path.join('.') || null, issue.message)
}

const statusOf: Record<string, Code> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 415,
  FST_ERR_CTP_BODY_TOO_LARGE: 413,
  FST_REQ_FILE_TOO_LARGE: 413,
  FST_PARTS_LIMIT: 413,
  FST_FILES_LIMIT: 413,
  FST_FIELDS_LIMIT: 413,
  FST_ERR_CTP_EMPTY_JSON_BODY: 400,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 400,
}

function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof Refusal) return send(reply, thrown.code in statusOnly ? thrown.code : 200, refused(thrown))
  const error = thrown as { code?: string; message?: string; statusCode?: number }
  const known = statusOf[error.code ?? '']
  if (known) return send(reply, known, refused(new Refusal(known)))
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return send(reply, error.statusCode, refused(new Refusal(400)))
  // 503: a caller may try again.
  const code: Code = isAway(error) ? 503 : 500
  request.log.error({ err: thrown, call: request.routeOptions.config.call }, codes[code])
  return send(reply, code, refused(new Refusal(code, { request_id: request.id })))
}

/** Codes that are HTTP statuses of their own; every other refusal is an answer and comes with 200. */
const statusOnly = { 400: true, 404: true, 413: true, 415: true, 429: true, 503: true }

declare module 'fastify' {
  interface FastifyContextConfig {
    call?: string
    /** Its body is a file of any size. */
    streams?: boolean
  }
}
