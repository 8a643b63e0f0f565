import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { callClass } from '#contract/call-class.ts'
import { type CallName, contract } from '#contract/index.ts'
import { instanceId } from '#contract/rules.ts'
import { uploadMegabytes } from '#contract/uploads.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AccountContext, Handler, PublicContext } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { requireClient } from '#server/modules/accounts/device-keys.ts'
import { admitToken, requireScope } from '#server/modules/api-tokens/token-access.ts'
import { admit } from './access.ts'
import type { Api } from './calls.ts'
import type { Fields } from './multipart.ts'

export type Handlers = { [Name in CallName]: Handler<Name> }

/** Returns the token of `authorization: Bearer …` (RFC 6750), which replaces the sid. */
const tokenOf = ({ headers }: FastifyRequest): string | undefined =>
  /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]

/** A company's own system repeats requests whose answer it missed, with nobody watching, so its changes must have a key. */
function requireKey({ effect }: Call, rest: Fields, { headers }: FastifyRequest): void {
  if (effect !== 'change' || headers['idempotency-key'] !== undefined || rest.request_key !== undefined) return
  throw new Refusal(-41003, 'Idempotency-Key', '令牌的更改须带请求头 Idempotency-Key')
}

/** The calls of pages and clients: the `sid` of the body or the token of the headers identifies the caller. */
export const portalApi = (services: Services, handlers: Handlers): Api<Call> => ({
  services,
  contract,
  // Keyed by the same names; a loop cannot preserve the type of an individual handler.
  handlers: handlers as unknown as Api<Call>['handlers'],
  uploadLimit: Math.max(...Object.values(uploadMegabytes)) * 1024 * 1024,
  classOf: callClass,
  async admit({ base, name, definition, fields, request }) {
    const { sid, instance_id, ...rest } = fields
    const secret = tokenOf(request)
    if (secret !== undefined) {
      if (sid !== undefined) throw new Refusal(-41003, 'sid', '带令牌的请求不带 sid')
      const context = await admitToken(base, secret, (tokenId, quota) => {
        request.sender = `token:${tokenId}`
        request.quota = quota
      })
      requireScope(context.token, name, definition)
      requireKey(definition, rest, request)
      return { context, rest, senderId: context.token.id }
    }
    // Fields after the file are read only once its sender is known.
    if (definition.multipart && sid === undefined) throw new Refusal(-41003, 'sid', '缺少参数 sid，它须在文件之前')
    const context: PublicContext & Partial<Pick<AccountContext, 'account' | 'session'>> = await admit[
      definition.access
    ](
      base,
      sid,
      accountId => {
        request.sender = accountId
      },
      name,
    )
    if (definition.client && context.session) requireClient(services.config, context.session)
    if (instance_id !== undefined && instance_id !== instanceId)
      throw new Refusal(-41003, 'instance_id', '实例编号不正确')
    return { context, rest, senderId: context.account?.id }
  },
})
