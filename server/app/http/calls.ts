import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type Code, codes } from '#contract/codes.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { tokenRequests } from '#contract/scope-names.ts'
import type { Config } from '#server/core/config.ts'
import { type Envelope, Refusal, refused, success } from '#server/core/refusal.ts'
import type { Caller, PublicContext } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import type { Quota } from '#server/modules/api-tokens/token-access.ts'
import { type IdentifiedRequest, tagged } from './answer-tag.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { declared } from './declared.ts'
import { compressAnswers } from './encoding.ts'
import { malformed } from './malformed.ts'
import { drain, type Fields, limitUploads, readForm, readStreamed, readWhole, refuseUnread } from './multipart.ts'
import { perform } from './perform.ts'
import { isTemporary, logTemporary } from './temporary.ts'

// The schema library's own texts are shown where a field has none.
z.config(z.locales.zhCN())

/** Bytes of a JSON body. The largest input of a contract stays well below. */
const bodyLimit = 256 * 1024
/** Bytes of a field beside a streamed file, enough for a text of some thousand characters. */
const streamedFieldSize = 32 * 1024
/** Bytes that a caller who was refused by the headers may still send: what is on its way must not block the answer. */
const unreadBytes = 1024 * 1024

/** The types of the callers key handlers and definitions by the same names; the loop below cannot keep each one's own type. */
type AnyHandler = (context: PublicContext, input: unknown) => Promise<unknown>
type AnyCall = Call<z.ZodType, z.ZodType, unknown> & Pick<Operation, 'audited' | 'approval'>

/** One of the portal's two APIs, for customers or for operators, and how a request of it becomes a handler's context. */
export interface Api<Definition extends AnyCall> {
  services: Services
  contract: Record<string, Definition>
  handlers: Record<string, AnyHandler>
  /** Bytes of the largest file that a multipart call takes. */
  uploadLimit: number
  /** Bytes of the largest streamed file. */
  streamLimit?: number
  /** The headers alone identify the caller, so that a file is taken in from nobody else. */
  knownByHeaders?: true
  /** Turns a request into what its access level promises, or refuses. `rest` is the call's own input. */
  admit(request: AdmissionRequest<Definition>): Promise<Admitted>
  /** Wraps every handler. */
  run?(request: RunRequest<Definition>, work: () => Promise<unknown>): Promise<unknown>
}

/** A call that was admitted, with its input as the contract parsed it. */
export interface RunRequest<Definition> {
  name: string
  definition: Definition
  context: PublicContext
  input: unknown
}

interface Admitted {
  context: PublicContext
  rest: Fields
  /** The id of the account or operator that calls, where it is known. */
  senderId: string | undefined
}

export interface AdmissionRequest<Definition> {
  base: PublicContext
  name: string
  definition: Definition
  fields: Fields
  request: FastifyRequest
}

/** Makes the routes of a contract, below the prefix with which the plugin is registered. */
export async function calls<Definition extends AnyCall>(app: FastifyInstance, api: Api<Definition>) {
  const { services, handlers, uploadLimit, streamLimit = uploadLimit } = api
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
        // A nesting of 100,000 levels ends here as well.
        throw new Refusal(400)
      }
    },
  )
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 1024, fileSize: uploadLimit, parts: 10 },
    // The handler refuses a file that was cut, with the code and the megabytes of its purpose.
    throwFileSizeLimit: false,
  })

  const inMemory = limitUploads()
  for (const [name, definition] of Object.entries(api.contract)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} has no handler`)
    const config = { call: name, streams: definition.multipart === 'stream' }
    app.post(definition.path, { config }, async (request, reply) => {
      const base: PublicContext = {
        services,
        system: services.system,
        caller: callerOf(services.config, request, reply),
        log: request.log,
        setCookie: (name, value) => setCookie(reply, services.config, name, value),
      }
      const admit = (fields: Fields) => api.admit({ base, name, definition, fields, request })
      const checked = async (fields: Fields, admitted?: Admitted): Promise<IdentifiedRequest> => {
        const { context, rest, senderId } = admitted ? { ...admitted, rest: fields } : await admit(fields)
        const input = definition.input.safeParse(rest)
        if (!input.success) throw malformed(input.error)
        return { context, input: input.data, senderId }
      }
      const answer = async (asked: IdentifiedRequest) => {
        const { context, input } = asked
        const data = await perform({ name, definition, context, input, request }, within => {
          const work = () => handler(within, input)
          return api.run ? api.run({ name, definition, context: within, input }, work) : work()
        })
        const shaped = shapedAnswer(services, name, definition, data)
        const envelope = success(shaped, definition.success)
        const text = JSON.stringify(envelope)
        return send(reply, 200, envelope, definition.effect === 'read' ? tagged(request, name, asked, text) : text)
      }
      if (!definition.multipart) return answer(await checked(bodyOf(request)))

      const admitted = api.knownByHeaders ? await admit({}).catch(refuseUnread(request, unreadBytes)) : undefined
      if (definition.multipart === 'stream') {
        const limits = { fieldSize: streamedFieldSize, fileSize: streamLimit }
        const form = await readForm(request, limits).catch(refuseUnread(request, unreadBytes))
        try {
          const { context, ...rest } = await checked(form.fields, admitted)
          return await answer({ context: Object.assign(context, { upload: readStreamed(form) }), ...rest })
        } finally {
          await drain(request, streamLimit)
        }
      }
      const refuse = refuseUnread(request, uploadLimit)
      const form = await readForm(request, {}).catch(refuse)
      // A caller who may not send it, or whose other fields are wrong, is answered without the file.
      const { context, input, senderId } = await checked(form.fields, admitted).catch(refuse)
      return inMemory(senderId, refuse, async () => {
        const upload = await readWhole(form, uploadLimit).catch(refuse)
        return answer({ context: Object.assign(context, { upload }), input, senderId })
      })
    })
  }

  app.setNotFoundHandler((_request, reply) => send(reply, 404, refused(new Refusal(404))))
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
}

/** Production sends what tests have found to be right; the demonstration cuts off what the contract does not declare. */
function shapedAnswer({ config, strictAnswers }: Services, name: string, { output }: AnyCall, data: unknown): unknown {
  if (strictAnswers) return declared(name, output, data)
  return config.mode === 'demo' ? output.parse(data) : data
}

function send(reply: FastifyReply, status: number, envelope: Envelope, text = JSON.stringify(envelope)) {
  reply.request.outcome = envelope.code
  tellQuota(reply, envelope.code === 429)
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)
}

/** Writes the rest of the token's minute into the headers of draft-ietf-httpapi-ratelimit-headers-10. */
export function tellQuota(reply: FastifyReply, isRefused: boolean) {
  const { quota } = reply.request
  if (!quota) return
  reply
    .header('ratelimit-policy', `"token";q=${tokenRequests.max};w=${tokenRequests.seconds}`)
    .header('ratelimit', `"token";r=${quota.remaining};t=${quota.reset}`)
  if (isRefused) reply.header('retry-after', quota.reset)
}

export const answerRefusal = (reply: FastifyReply, status: number, refusal: Refusal) =>
  send(reply, status, refused(refusal))

function bodyOf({ body }: FastifyRequest): Fields {
  if (body === undefined) throw new Refusal(415)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal(400)
  return body as Fields
}

export const callerAddress = ({ ip }: FastifyRequest): string => ip.replace(/^::ffff:/, '')

/** Reads `authorization: portal-web 1201`, which names the client and proves nothing. */
function callerOf(config: Config, request: FastifyRequest, reply: FastifyReply): Caller {
  const [, name = 'unknown', version = ''] =
    /^([\w.-]{1,40}) ([\w.-]{1,20})$/.exec(request.headers.authorization ?? '') ?? []
  return {
    requestId: request.id,
    ip: callerAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    client: { name, version },
    deviceCookie: cookieOf(request, config, 'device'),
    onHangUp(gone) {
      reply.raw.once('close', gone)
      return () => reply.raw.off('close', gone)
    },
  }
}

/** Reports the first problem: `data` names the parameter, and the message is for the person who typed it. */
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

/** Nobody knows whether a change was made whose commit was not answered; a repeat with its key finds out. */
const temporaryText = ({ headers }: FastifyRequest) =>
  headers['idempotency-key'] ? `${codes[503]}；重复提交是安全的，不会重复生效` : codes[503]

function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (thrown instanceof Refusal) return send(reply, statusOfRefusal[thrown.code] ?? 200, refused(thrown))
  const error = thrown as { code?: string; message?: string; statusCode?: number }
  const known = statusOf[error.code ?? '']
  if (known) return send(reply, known, refused(new Refusal(known)))
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return send(reply, error.statusCode, refused(new Refusal(400)))
  const { id: request_id, log } = request
  // A client that breaks off a request reads no answer, and the portal is in no trouble.
  if (request.raw.errored) return answerRefusal(reply, 400, new Refusal(400))
  if (isTemporary(error)) {
    logTemporary(log, error, codes[503])
    return send(
      reply.header('retry-after', '1'),
      503,
      refused(new Refusal(503, { request_id }, temporaryText(request))),
    )
  }
  log.error({ err: thrown, call: request.routeOptions.config.call }, codes[500])
  return send(reply, 500, refused(new Refusal(500, { request_id })))
}

/**
 * These codes have HTTP statuses of their own, those of tokens because programs look at the status. Every other refusal is an
 * answer and comes with 200.
 */
export const statusOfRefusal: Partial<Record<Code, number>> = {
  ...{ 400: 400, 404: 404, 413: 413, 415: 415, 429: 429, 500: 500, 503: 503 },
  ...{ [-41051]: 401, [-41052]: 403, [-41053]: 403, [-41054]: 403 },
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the account or operator that calls, once it is known, also where it is refused. */
    sender?: string
    /** The token's remaining quota. */
    quota?: Quota
    /** The code of the answer's envelope. */
    outcome?: Code
  }
  interface FastifyContextConfig {
    call?: string
    /** The body is a file of any size. */
    streams?: boolean
  }
}
