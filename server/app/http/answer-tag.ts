import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { answerTag, unchangedCode } from '#contract/rules.ts'
import type { PublicContext } from '#server/engines/context.ts'

/** The sender of a request and the input. */
export interface IdentifiedRequest {
  context: PublicContext
  input: unknown
  /** The id of the account or operator that calls, where it is known. */
  senderId: string | undefined
}

/** The whole response to a client that already holds the same answer. */
const unchanged = JSON.stringify({ code: unchangedCode, msg: '', data: null })
/** Base64url characters: 132 bits. */
const length = 22

/**
 * Adds a tag to an answer if the client requests one by the header, and sends only the tag if the client already holds the same
 * answer. The tag is derived from the current answer, so it is never stale, and from the sender and the request, so that no other
 * account, company or input shares it.
 */
export function tagged(
  { headers }: Pick<FastifyRequest, 'headers'>,
  name: string,
  { context, senderId = '', input }: IdentifiedRequest,
  text: string,
): string {
  const held = headers[answerTag]
  if (held === undefined) return text
  const { membership } = context as { membership?: { companyId: string } | undefined }
  const content = JSON.stringify([senderId, membership?.companyId, name, input, text])
  const tag = hash('sha256', content, 'base64url').slice(0, length)
  return held === tag ? unchanged : `${text.slice(0, -1)},"tag":"${tag}"}`
}
