import type { FastifyRequest } from 'fastify'
import type { PublicContext } from '#server/engines/context.ts'
import type { Services } from '#server/engines/services.ts'
import { callerAddress } from './calls.ts'

/** Checks of a token's request where it is no call of the contract: SCIM and the log. */

export const bearerOf = ({ headers }: FastifyRequest): string =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''

export const contextOf = (services: Services, request: FastifyRequest, client: string): PublicContext => ({
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

export const statusOfRefusal: Record<number, number> = { [-41051]: 401, [-41053]: 403, 429: 429, 503: 503 }
