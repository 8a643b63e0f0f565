import type { FastifyReply, FastifyRequest } from 'fastify'
import { operations } from '#contract/operations/index.ts'
import { installerBytes } from '#contract/operations/installer-names.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { mayDo } from '#contract/operations/operator-names.ts'
import type { Half } from '../http/calls.ts'
import { Refusal } from '../http/envelope.ts'
import type { Services } from '../services.ts'
import { accountFor } from './audit.ts'
import type { OperationHandlersFor, OperatorContext, VisitorContext } from './context.ts'
import { mustBind } from './must-bind.ts'
import { OperatorProblem } from './problem.ts'
import { requireOperator } from './session.ts'

/** Megabytes of what an operator uploads into memory: sheets of addresses, pictures, invoices. */
const uploadMegabytes = 20
const cookieName = 'operator'

/** The calls of the back office: who is calling is in the cookie of the operator's session, and nowhere else. */
export const operationsHalf = (
  services: Services,
  handlers: OperationHandlersFor<keyof typeof operations>,
): Half<Operation> => ({
  services,
  contract: operations,
  // Keyed by the same names; one handler's own types can't be kept through a loop.
  handlers: handlers as unknown as Half<Operation>['handlers'],
  uploadLimit: uploadMegabytes * 1024 * 1024,
  streamLimit: installerBytes,
  knownByHeaders: true,
  async admit({ base, definition, fields, request, reply }) {
    requireOwnPage(request)
    const visitor: VisitorContext = { ...base, setCookie: token => setCookie(services, reply, token) }
    if (definition.access === 'visitor') return { context: visitor, rest: fields, whose: undefined }
    const { operator, session } = await requireOperator(base.system, cookieOf(request), !definition.background)
    if (mustBind(services, operator) && !definition.unbound) throw new Refusal(-53003)
    if (definition.access !== 'operator' && !mayDo(operator.roles, definition.access)) throw new Refusal(-41017)
    // Few ask here, and they search all companies.
    const system = services.searches
    const context: OperatorContext = { ...visitor, system, operator, session, actor: `operator:${operator.id}` }
    return { context, rest: fields, whose: operator.id }
  },
  async run(definition, context, work) {
    const { caller } = context
    try {
      const { result, entries } = await accountFor(caller, work)
      // Too late to undo, and not to be overlooked.
      if (definition.audited && !entries) throw new Error(`${definition.path} left no entry in the audit log`)
      return result
    } catch (error) {
      if (!(error instanceof OperatorProblem)) throw error
      throw error.field ? new Refusal(-41003, error.field, error.message) : new Refusal(-53020, null, error.message)
    }
  },
})

/**
 * Another site's page must not act with an operator's cookie: browsers send it to the same site alone (SameSite=Strict), say
 * where a request comes from, and ask before they send the header by which the back office names itself; what it asks is
 * never allowed (server/http/headers.ts).
 */
function requireOwnPage({ headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site']
  if (!headers.authorization?.startsWith('operations-web ') || (from !== undefined && from !== 'same-origin'))
    throw new Refusal(-41017, null, '请从运营后台的页面操作')
}

function cookieOf({ headers }: FastifyRequest): string | undefined {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [name, value] = pair.split('=', 2)
    if (name?.trim() === cookieName) return value?.trim()
  }
  return undefined
}

function setCookie({ config }: Pick<Services, 'config'>, reply: FastifyReply, token: string | undefined): void {
  // Browsers take no Secure cookie from plain HTTP, which the demonstration speaks.
  const secure = config.mode === 'production' || config.publicUrl.startsWith('https:') ? '; Secure' : ''
  const kept = token === undefined ? '; Max-Age=0' : ''
  reply.header(
    'set-cookie',
    `${cookieName}=${token ?? ''}; Path=/api/operations; HttpOnly; SameSite=Strict${secure}${kept}`,
  )
}
