import type { FastifyRequest } from 'fastify'
import { installerBytes } from '#contract/installer-names.ts'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { mayCall, pageOperator } from '#contract/operations/operator-names.ts'
import type { Api } from '#server/app/http/calls.ts'
import { cookieOf } from '#server/app/http/cookies.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { AnyDeferredOperation } from '#server/engines/approvals/deferred-operations.ts'
import { performOrKeep } from '#server/engines/approvals/keep-request.ts'
import type { PublicContext } from '#server/engines/context.ts'
import type { OperationHandlersFor, OperatorContext } from '#server/engines/operator-context.ts'
import type { Services } from '#server/engines/services.ts'
import { requireOpen } from '#server/modules/companies/closed.ts'
import { mustBind } from '#server/modules/operators/must-bind.ts'
import { requireOperator } from '#server/modules/operators/session.ts'

/** Upper limit in megabytes for uploads that are held in memory: address sheets, pictures, invoices. */
const uploadMegabytes = 20

/** The calls of the back office. The operator's session cookie is the only source of the caller's identity. */
export const operationsApi = (
  services: Services,
  handlers: OperationHandlersFor<keyof typeof operations>,
  deferredOperations: Record<string, AnyDeferredOperation>,
): Api<Operation> => ({
  services,
  contract: operations,
  // Keyed by the same names; a loop cannot preserve the type of an individual handler.
  handlers: handlers as unknown as Api<Operation>['handlers'],
  uploadLimit: uploadMegabytes * 1024 * 1024,
  streamLimit: installerBytes,
  knownByHeaders: true,
  async admit({ base, definition, fields, request }) {
    requireOwnPage(request)
    if (definition.access === 'visitor') return { context: base, rest: fields, senderId: undefined }
    const token = cookieOf(request, services.config, 'operator')
    const { operator, session } = await requireOperator(base.system, token, !definition.background)
    request.sender = operator.id
    if ((request.headers[pageOperator] ?? operator.id) !== operator.id)
      throw new Refusal(-41004, null, '这个浏览器已由另一位操作员登录，请刷新页面或重新登录')
    if (operator.must_change_password && !definition.unbound) throw new Refusal(-53015)
    if (mustBind(services, operator) && !definition.unbound) throw new Refusal(-53003)
    const { access, effect } = definition
    if (access !== 'operator' && !mayCall(operator.roles, { access, effect })) throw new Refusal(-41017)
    // Calls are few here, and they search all companies.
    const system = services.searches(operator.id)
    const context: OperatorContext = { ...base, system, operator, session }
    return { context, rest: fields, senderId: operator.id }
  },
  async run({ name, definition, context, input }, work) {
    const { approval: declared, path } = definition
    if (definition.effect === 'change' && !definition.allowsClosedCompany) await requireOpen(context.system, input)
    try {
      if (!declared) return await work()
      const operation = deferredOperations[name]
      if (!operation || !isOperator(context)) throw new Error(`${path} can't be kept for a second operator`)
      return await performOrKeep(context, { name, declared, input, operation }, work)
    } catch (error) {
      if (!(error instanceof OperatorProblem)) throw error
      throw error.field ? new Refusal(-41003, error.field, error.message) : new Refusal(-53020, null, error.message)
    }
  },
})

const isOperator = (context: PublicContext): context is OperatorContext => 'operator' in context

/**
 * Prevents cross-site requests with an operator's cookie. Browsers send it only to the same site (SameSite=Strict), state where a
 * request comes from, and send a preflight before the header by which the back office identifies itself; preflights are never
 * allowed (server/app/http/headers.ts).
 */
function requireOwnPage({ headers }: FastifyRequest): void {
  const from = headers['sec-fetch-site']
  if (!headers.authorization?.startsWith('operations-web ') || (from !== undefined && from !== 'same-origin'))
    throw new Refusal(-41017, null, '请从运营后台的页面操作')
}
