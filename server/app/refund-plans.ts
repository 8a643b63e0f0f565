import type { OutputOf } from '#contract/index.ts'
import type { CompanyRefundBasis } from '#contract/shop.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { scopeOfLines } from '#server/modules/access/scopes.ts'
import { planWithUses } from '#server/modules/connections/replay.ts'
import { lockOrder } from '#server/modules/orders/orders.ts'
import { refundOfferOf } from '#server/modules/orders/refund-offer.ts'
import { beginRefund } from '#server/modules/payments/begin-refund.ts'
import { orderNumbered } from '#server/modules/sales/operations.sql.ts'
import { runAndDiffAccess } from './access-acts.ts'

interface Planned {
  companyId: string
  orderId: string
  kind: CompanyRefundBasis
  lineIds: string[] | undefined
  operator: boolean
}

/** Never read, because the plan is rolled back. */
const unwritten = { reason: '计划' }

/** Returns who would lose which lines by a refund, by starting the refund and rolling it back. */
const planOfRefund = (system: Database, { companyId, orderId, operator, ...request }: Planned) =>
  runRolledBack(system, async transaction => {
    const order = await lockOrder(transaction, companyId, orderId)
    if (!order || (order.hidden && !operator)) throw new Refusal(-49010)
    const { offers } = await refundOfferOf(transaction, order, { operator })
    const lineIds = offers.flatMap(({ items }) => items.flatMap(({ svp_id }) => svp_id ?? []))
    const scope = await asCompany(transaction, companyId, company => scopeOfLines({ company, companyId }, lineIds))
    const begin = () => beginRefund(transaction, order, { ...request, ...unwritten, operator })
    const { difference } = await runAndDiffAccess(transaction, { companyId, scope }, begin)
    const plan = await asCompany(transaction, companyId, company => planWithUses(company, companyId, difference))
    return { ...plan, undoable: false }
  })

type Plan = OutputOf<'planRefund'>

interface Of {
  order_id: string
  refund_kind: CompanyRefundBasis
  refund_svp_ids?: string[] | undefined
}

export const planRefund = ({ services, membership: { companyId } }: ManagerContext, input: Of): Promise<Plan> =>
  planOfRefund(services.system, {
    companyId,
    orderId: input.order_id,
    kind: input.refund_kind,
    lineIds: input.refund_svp_ids,
    operator: false,
  })

export async function planSalesRefund(
  { system }: OperatorContext,
  input: { order_number: string; kind: CompanyRefundBasis; svp_ids?: string[] | undefined },
): Promise<Plan> {
  const { company_id: companyId, order_id: orderId } = orRefuse(await orderNumbered(system, input.order_number), -53021)
  return planOfRefund(system, { companyId, orderId, kind: input.kind, lineIds: input.svp_ids, operator: true })
}
