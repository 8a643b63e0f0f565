import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Code, codes } from '#contract/codes.ts'
import { replayed } from '#contract/rules.ts'
import { tokenRequests } from '#contract/scope-names.ts'
import { type Envelope, Refusal, refused } from '#server/core/refusal.ts'
import type { Quota } from '#server/modules/api-tokens/token-access.ts'
import { isTemporary, logTemporary } from './temporary.ts'

export function send(reply: FastifyReply, status: number, envelope: Envelope, text = JSON.stringify(envelope)) {
  reply.request.outcome = envelope.code
  setRateLimitHeaders(reply)
  if (reply.request.isReplayed) reply.header(replayed, 'true')
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(text)
}

/** Sets the draft-ietf-httpapi-ratelimit-headers-10 headers for a token's minute, at every interface that takes tokens. */
export function setRateLimitHeaders(reply: FastifyReply) {
  const { quota } = reply.request
  if (!quota) return
  reply
    .header('ratelimit-policy', `"token";q=${tokenRequests.max};w=${tokenRequests.seconds}`)
    .header('ratelimit', `"token";r=${quota.remaining};t=${quota.reset}`)
}

/** Sets `retry-after` on a refusal: most limits have other windows than the token's minute. */
export function setRetryAfter(reply: FastifyReply, thrown: unknown) {
  if (thrown instanceof Refusal && thrown.retryAfter !== undefined) reply.header('retry-after', thrown.retryAfter)
}

export function answerRefusal(reply: FastifyReply, status: number, refusal: Refusal) {
  setRetryAfter(reply, refusal)
  return send(reply, status, refused(refusal))
}

/** The codes that Fastify's own errors are answered with. */
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

/** If a commit was not acknowledged, the outcome of the change is unknown; a repetition with its key finds out. */
const temporaryText = ({ headers }: FastifyRequest) =>
  headers['idempotency-key'] ? `${codes[503]}；重复提交是安全的，不会重复生效` : codes[503]

/** Headers that a route set for content that it then failed to send: with them a cache would store the error in its place. */
const ofTheContent = ['etag', 'accept-ranges', 'content-range', 'content-disposition', 'content-encoding']

/** Answers any error that a route throws: the only error handler, except where the format of the response differs. */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  for (const header of ofTheContent) reply.removeHeader(header)
  if (thrown instanceof Refusal) return answerRefusal(reply, statusOfRefusal[thrown.code] ?? 200, thrown)
  const error = thrown as { code?: string; message?: string; statusCode?: number }
  const known = statusOf[error.code ?? '']
  if (known) return send(reply, known, refused(new Refusal(known)))
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500)
    return send(reply, error.statusCode, refused(new Refusal(400)))
  const { id: request_id, log } = request
  // A client that aborted its request reads no answer, and the portal is not at fault.
  if (request.raw.errored) return answerRefusal(reply, 400, new Refusal(400))
  if (isTemporary(error)) {
    logTemporary(log, error, codes[503])
    return send(
      reply.header('retry-after', '1'),
      503,
      refused(new Refusal(503, { request_id }, temporaryText(request))),
    )
  }
  const { config, url: path } = request.routeOptions
  log.error({ err: thrown, ...(config.call ? { call: config.call } : { path }) }, codes[500])
  return send(reply, 500, refused(new Refusal(500, { request_id })))
}

/**
 * The refusals with their own HTTP status; those of tokens have one because programs check it. Every other refusal is answered with
 * 200.
 */
export const statusOfRefusal: Partial<Record<Code, number>> = {
  ...{ 400: 400, 404: 404, 413: 413, 415: 415, 429: 429, 500: 500, 503: 503 },
  ...{ [-41051]: 401, [-41052]: 403, [-41053]: 403, [-41054]: 403 },
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer is the first one of its idempotency key, given again. */
    isReplayed?: true
    /** The token's remaining quota. */
    quota?: Quota
    /** The code of the answer's envelope. */
    outcome?: Code
  }
}
