import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { firstAnswersPath, maxFirstCalls } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'

/** Headers that describe the body of the combined request, not the calls in it. */
const ofThisBody = ['content-length', 'transfer-encoding', 'connection', 'expect', 'accept-encoding', 'idempotency-key']

const readPaths = new Set(
  Object.values<Call>(contract).flatMap(({ path, effect, multipart }) =>
    effect === 'read' && !multipart ? [path] : [],
  ),
)

type FirstCall = [path: string, body: object]

const isFirstCall = (value: unknown): value is FirstCall =>
  Array.isArray(value) &&
  value.length === 2 &&
  readPaths.has(value[0]) &&
  typeof value[1] === 'object' &&
  value[1] !== null

function firstCallsOf({ body }: FastifyRequest): FirstCall[] {
  if (!Array.isArray(body) || body.length === 0 || body.length > maxFirstCalls || !body.every(isFirstCall))
    throw new Refusal(400)
  return body
}

/**
 * Answers the first reading calls of a page with one response instead of one each: a list of envelopes, in the order of the calls.
 * Each call runs as if its own request had come from the same sender, so its own access rules, limits, log and metrics apply.
 */
export function firstAnswers(app: FastifyInstance): void {
  app.post(firstAnswersPath, async (request, reply) => {
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofThisBody.includes(name)))
    const answers = await Promise.all(
      firstCallsOf(request).map(([path, body]) =>
        app.inject({
          method: 'POST',
          url: app.prefix + path,
          headers,
          payload: body,
          // Behind a proxy the visitor's address is in the headers.
          ...(request.socket.remoteAddress && { remoteAddress: request.socket.remoteAddress }),
        }),
      ),
    )
    reply.header('cache-control', 'no-store').type('application/json; charset=utf-8')
    return `[${answers.map(answer => answer.payload).join()}]`
  })
}
