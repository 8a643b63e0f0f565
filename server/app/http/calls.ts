import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { CallClass } from '#contract/call-class.ts'
import type { Operation } from '#contract/operations/operation.ts'
import type { Config } from '#server/core/config.ts'
import { Refusal, refused, success } from '#server/core/refusal.ts'
import type { Caller, PublicContext } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { type IdentifiedRequest, tagged } from './answer-tag.ts'
import { send } from './answers.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { declared } from './declared.ts'
import { compressAnswers } from './encoding.ts'
import { malformed } from './malformed.ts'
import { drain, type Fields, limitUploads, readForm, readStreamed, readWhole, refuseUnread } from './multipart.ts'
import { perform } from './perform.ts'

/** Bytes of a JSON body. The contract's largest input is smaller (`largest-inputs.test.ts`). */
export const bodyLimit = 640 * 1024
/** Bytes of a field beside a streamed file, enough for a text of some thousand characters. */
const streamedFieldSize = 32 * 1024
/** Bytes that a caller refused by the headers may still send, because data in transit must not block the answer. */
const unreadBytes = 1024 * 1024

/** Callers' types key handlers and definitions by the same names; the loop below cannot preserve each one's own type. */
type AnyHandler = (context: PublicContext, input: unknown) => Promise<unknown>
type AnyCall = Call<z.ZodType, z.ZodType, unknown> & Pick<Operation, 'audited' | 'approval'>

/** One of the portal's two APIs, for customers or for operators, and how its requests become a handler's context. */
export interface Api<Definition extends AnyCall> {
  services: Services
  contract: Record<string, Definition>
  handlers: Record<string, AnyHandler>
  /** Bytes of the largest file that a multipart call takes. */
  uploadLimit: number
  /** Bytes of the largest streamed file. */
  streamLimit?: number
  /** Set if the headers alone identify the caller, so that files from unidentified callers are not read. */
  knownByHeaders?: true
  /** Returns the context that the call's access level promises, or refuses. `rest` is the call's own input. */
  admit(request: AdmissionRequest<Definition>): Promise<Admitted>
  /** Wraps every handler. */
  run?(request: RunRequest<Definition>, work: () => Promise<unknown>): Promise<unknown>
  /** Returns how nginx may repeat a call. */
  classOf?(definition: Definition): CallClass | undefined
}

/** An admitted call, with its input as the contract parsed it. */
export interface RunRequest<Definition> {
  name: string
  definition: Definition
  context: PublicContext
  input: unknown
}

interface Admitted {
  context: PublicContext
  rest: Fields
  /** The id of the calling account or operator, if known. */
  senderId: string | undefined
}

export interface AdmissionRequest<Definition> {
  base: PublicContext
  name: string
  definition: Definition
  fields: Fields
  request: FastifyRequest
}

/** Registers the routes of a contract under the plugin's prefix. */
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
        // A nesting of 100,000 levels also ends here.
        throw new Refusal(400)
      }
    },
  )
  await app.register(multipart, {
    limits: { files: 1, fields: 8, fieldSize: 1024, fileSize: uploadLimit, parts: 10 },
    // The handler refuses a truncated file, with the code and the size limit of its purpose.
    throwFileSizeLimit: false,
  })

  const inMemory = limitUploads()
  for (const [name, definition] of Object.entries(api.contract)) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} has no handler`)
    const config = { call: name, streams: definition.multipart === 'stream', class: api.classOf?.(definition) }
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
      const answer = async (identified: IdentifiedRequest) => {
        const { context, input } = identified
        const data = await perform({ name, definition, context, input, request }, within => {
          const work = () => handler(within, input)
          return api.run ? api.run({ name, definition, context: within, input }, work) : work()
        })
        const shaped = shapedAnswer(services, name, definition, data)
        const envelope = success(shaped, definition.success)
        const text = JSON.stringify(envelope)
        return send(reply, 200, envelope, definition.effect === 'read' ? tagged(request, name, identified, text) : text)
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
      // A caller who may not upload, or whose other fields are invalid, is answered without reading the file.
      const { context, input, senderId } = await checked(form.fields, admitted).catch(refuse)
      return inMemory(senderId, refuse, async () => {
        const upload = await readWhole(form, uploadLimit).catch(refuse)
        return answer({ context: Object.assign(context, { upload }), input, senderId })
      })
    })
  }

  app.setNotFoundHandler((_request, reply) => send(reply, 404, refused(new Refusal(404))))
}

/** Production sends answers as tests have checked them; the demonstration strips fields that the contract does not declare. */
function shapedAnswer({ config, strictAnswers }: Services, name: string, { output }: AnyCall, data: unknown): unknown {
  if (strictAnswers) return declared(name, output, data)
  return config.mode === 'demo' ? output.parse(data) : data
}

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
      // A client that hung up while its session was looked up emits no further event.
      if (reply.raw.destroyed) gone()
      reply.raw.once('close', gone)
      return () => reply.raw.off('close', gone)
    },
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the calling account or operator as soon as it is known, even if the request is refused. */
    sender?: string
  }
  interface FastifyContextConfig {
    call?: string
    /** The body is a file of any size. */
    streams?: boolean
  }
}
