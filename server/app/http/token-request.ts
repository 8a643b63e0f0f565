import type { FastifyRequest } from 'fastify'
import type { ScopeName } from '#contract/scope-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PublicContext } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { admitToken } from '#server/modules/api-tokens/token-access.ts'
import { callerAddress } from './calls.ts'

/** Checks of token requests outside the contract's calls: SCIM and the log. */

const bearerOf = ({ headers }: FastifyRequest): string => /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

const contextOf = (services: Services, request: FastifyRequest, client: string): PublicContext => ({
  services,
  system: services.system,
  caller: {
    requestId: request.id,
    ip: callerAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    client: { name: client, version: '' },
    deviceCookie: undefined,
    onHangUp: () => () => {},
  },
  log: request.log,
  setCookie: () => {},
})

/**
 * Admits a token to an interface outside the contract, named `client`, that requires a scope and shows the whole company. Throws
 * -41052 without the scope, and -41054 for a token limited to departments, which must not see the other departments.
 */
export async function admitWhole(services: Services, request: FastifyRequest, client: string, scope: ScopeName) {
  const context = await admitToken(contextOf(services, request, client), bearerOf(request), (id, quota) => {
    request.sender = `token:${id}`
    request.quota = quota
  })
  const { token } = context
  if (!token.scopes.includes(scope)) throw new Refusal(-41052, scope, `令牌没有权限 ${scope}`)
  if (token.departments) throw new Refusal(-41054, undefined, '限定了部门的令牌不能用于这里')
  return context
}

export const statusOfRefusal: Record<number, number> = { [-41051]: 401, [-41053]: 403, 429: 429, 503: 503 }
