import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import { type Code, codes } from '#contract/codes.ts'
import { type CallName, contract } from '#contract/index.ts'
import { instanceId } from '#contract/rules.ts'
import { uploadMegabytes } from '#contract/uploads.ts'
import type { Services } from '../services.ts'
import { admit } from './access.ts'
import { isAway } from './away.ts'
import type { Caller, Handler, Upload } from './context.ts'
import { type Envelope, Refusal, refused, success } from './envelope.ts'

// Texts of the schema library itself, where a field has none of its own.
z.config(z.locales.zhCN())

export type Handlers = { [Name in CallName]: Handler<Name> }

/** JSON bodies: the largest input of the contract stays well below. Bytes. */
const bodyLimit = 256 * 1024
const uploadLimit = Math.max(...Object.values(uploadMegabytes)) * 1024 * 1024

/** Makes every route of the contract, once, below the prefix it is registered with. */
export async function calls(app: FastifyInstance, { services, handlers }: { services: Services; handlers: Handlers }) {
  const strictUtf8 = new TextDecoder('utf-8', { fatal: true })
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

  for (const [name, definition] of Object.entries(contract) as [CallName, Call][]) {
    // The registry and the handlers are keyed by the same names; one handler's own types can't be kept through a loop.
    const handler = handlers[name] as (context: unknown, input: unknown) => Promise<unknown>
    app.post(definition.path, { config: { call: name } }, async (request, reply) => {
      const { fields, upload } = await readBody(request, definition)
      const { sid, instance_id, ...rest } = fields
      const base = { services, system: services.system, caller: callerOf(request, reply), log: request.log }
      const context = await admit[definition.access](base, sid)
      if (instance_id !== undefined && instance_id !== instanceId)
        throw new Refusal(-41003, 'instance_id', '实例编号不正确')
      const input = definition.input.safeParse(rest)
      if (!input.success) throw malformed(input.error)
      const data = await handler(upload ? { ...context, upload } : context, input.data)
      const shaped = services.config.mode === 'demo' ? definition.output.parse(data) : data
      return send(reply, 200, success(shaped, definition.success))
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

type Fields = Record<string, unknown>

async function readBody(request: FastifyRequest, definition: Call): Promise<{ fields: Fields; upload?: Upload }> {
  if (definition.multipart) return readUpload(request)
  const { body } = request
  if (body === undefined) throw new Refusal(415)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refusal(400)
  return { fields: body as Fields }
}

async function readUpload(request: FastifyRequest): Promise<{ fields: Fields; upload: Upload }> {
  if (!request.isMultipart()) throw new Refusal(415)
  const fields: Fields = {}
  let upload: Upload | undefined
  for await (const part of request.parts()) {
    if (part.type === 'field') fields[part.fieldname] = part.value
    else {
      const chunks: Buffer[] = []
      for await (const chunk of part.file) chunks.push(chunk)
      upload = { fileName: part.filename, content: Buffer.concat(chunks), truncated: part.file.truncated }
    }
  }
  if (!upload) throw new Refusal(-41003, 'file', '请选择要上传的文件')
  if (typeof fields.instance_id === 'string') fields.instance_id = Number(fields.instance_id)
  return { fields, upload }
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
    call?: CallName
  }
}
