import { randomUUID } from 'node:crypto'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { type Requested, requestOrCarryOut } from '#server/engines/approvals/request-or-carry-out.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import type { Services } from '#server/engines/services.ts'
import { databaseNow } from '#server/modules/people/hours/hours.sql.ts'
import { applyPricesJob } from './jobs.ts'
import {
  minuteInChina,
  type NamedChange,
  type PriceRequest,
  percentOf,
  readRequest,
  summaryOf,
  valueText,
} from './price-request.ts'
import {
  type AppliedChange,
  applyBatch,
  cancelChanges,
  dueBatches,
  insertChanges,
  itemsOfBatch,
  itemsOfChanges,
  lastScheduled,
  lockPriced,
  type NewChange,
  type Priced,
  waitingRequests,
} from './pricing.sql.ts'

/** Explains to the operator why prices can't be changed as requested. */
export class PricingProblem extends OperatorProblem {}

type Item = Pick<NewChange, 'sku_id' | 'package_type_id'>
const idOf = ({ sku_id, package_type_id }: Item): string => sku_id ?? package_type_id ?? ''
const targetOf = ({ sku_id, package_type_id }: Item) => (sku_id ? `sku:${sku_id}` : `package:${package_type_id}`)
const skusOf = (items: readonly Item[]) => items.flatMap(({ sku_id }) => sku_id ?? [])
const packagesOf = (items: readonly Item[]) => items.flatMap(({ package_type_id }) => package_type_id ?? [])
const lockItems = (database: Database, items: readonly Item[]) => lockPriced(database, skusOf(items), packagesOf(items))

interface PricingRequest {
  changes: NewChange[]
  publish: boolean
  /** Undefined means as soon as they are confirmed. */
  holdsFrom: string | undefined
}

/**
 * Changes prices, or requests the change from a second operator. Throws PricingProblem when the change is not possible. It never
 * throws -53012, because no two requests are the same.
 */
export async function requestPrices(
  transaction: Database,
  context: OperatorContext,
  { changes, publish, holdsFrom }: PricingRequest,
): Promise<Requested> {
  const priced = await requireHolding(transaction, { changes, publish, holdsFrom })
  await requireNoneWaiting(transaction, priced)
  const names = new Map(priced.map(({ id, name }) => [id, name]))
  const request: PriceRequest = {
    batch_id: randomUUID(),
    requested_by: context.operator.id,
    publish,
    holds_from: holdsFrom ?? null,
    changes: changes.map(change => ({ ...change, name: names.get(idOf(change)) ?? '' })),
  }
  const [only, ...others] = changes
  return requestOrCarryOut(transaction, context, {
    kind: 'price',
    execute: confirmPrices,
    value: publish ? undefined : percentOf(request),
    target: only && !others.length ? targetOf(only) : `prices:${request.batch_id}`,
    companyId: null,
    summary: summaryOf(request),
    payload: request,
  })
}

/** Carries out confirmed prices in the transaction of the confirmation, either immediately or by scheduling them. */
export async function confirmPrices(
  { services, operator }: Pick<OperatorContext, 'services' | 'operator'>,
  payload: unknown,
): Promise<string> {
  const { system, jobs } = services
  const { batch_id: batchId, requested_by: requestedBy, publish, holds_from, changes } = readRequest(payload)
  const holdsFrom = holds_from ?? undefined
  await requireHolding(system, { changes, publish, holdsFrom })
  const now = new Date(await databaseNow(system)).toISOString()
  const batch = { batchId, publishes: publish, requestedBy, confirmedBy: operator.id, holdsFrom: holdsFrom ?? now }
  await insertChanges(system, batch, changes)
  if (!holdsFrom) {
    await recordApplied(system, batchId, await applyBatch(system, batchId))
    return `已生效，共 ${changes.length} 项`
  }
  await jobs.enqueue(system, applyPricesJob, {}, { runAt: new Date(holdsFrom) })
  for (const change of changes)
    await recordAudit(system, {
      action: 'price.scheduled',
      target: targetOf(change),
      after: { ...figures(change, 'new'), holds_from, batch: batchId },
    })
  return `已安排，${minuteInChina(holdsFrom)} 起生效，共 ${changes.length} 项`
}

/**
 * Applies due batches, the earliest first, each in a separate transaction. Each batch is applied once, even if this runs again or
 * concurrently.
 */
export async function applyDuePrices({ system, log }: Pick<Services, 'system' | 'log'>): Promise<void> {
  for (const batchId of await dueBatches(system))
    await system.transaction(async transaction => {
      await lockItems(transaction, await itemsOfBatch(transaction, batchId))
      const applied = await applyBatch(transaction, batchId)
      await recordApplied(transaction, batchId, applied)
      const missed = applied.filter(({ state }) => state === 'missed').length
      if (missed) log.warn({ batch: batchId, missed }, '定时调价未生效：原价格已变化')
    })
}

/** Cancels confirmed changes that are not yet due, either all of them or none. */
export async function cancelPrices(
  transaction: Database,
  { operator }: Pick<OperatorContext, 'operator'>,
  ids: string[],
): Promise<void> {
  await lockItems(transaction, await itemsOfChanges(transaction, ids))
  const cancelled = await cancelChanges(transaction, ids, operator.id)
  if (cancelled.length < new Set(ids).size)
    throw new PricingProblem('所选的调价已生效、已取消，或其后还有定时调价，须一并取消；请刷新后查看')
  for (const change of cancelled)
    await recordAudit(transaction, {
      action: 'price.cancelled',
      target: targetOf(change),
      before: { ...figures(change, 'new'), holds_from: change.holds_from, state: 'scheduled' },
      after: { state: 'cancelled' },
    })
}

const figures = (
  change: NewChange,
  when: 'old' | 'new',
): { price?: number; list_price?: number | null; discount_percent?: number } =>
  change.sku_id
    ? { price: change[`${when}_value`], list_price: change[`${when}_list_price`] }
    : { discount_percent: change[`${when}_value`] }

async function recordApplied(database: Database, batchId: string, applied: AppliedChange[]) {
  for (const change of applied)
    await recordAudit(database, {
      action: change.state === 'applied' ? 'price.changed' : 'price.missed',
      target: targetOf(change),
      before: figures(change, 'old'),
      after: { ...figures(change, 'new'), ...(change.publishes && { published: true }), batch: batchId },
    })
}

/**
 * Checks that what the operator saw still holds and that no other change is confirmed in between, because the changes of one price
 * form a chain, each based on the last. It locks the skus and packages until the transaction ends.
 */
async function requireHolding(database: Database, { changes, publish, holdsFrom }: PricingRequest): Promise<Priced[]> {
  const ids = changes.map(idOf)
  if (new Set(ids).size < ids.length) throw new PricingProblem('同一规格或套餐出现了两次')
  const priced = await lockItems(database, changes)
  const found = new Map(priced.map(each => [each.id, each]))
  const scheduled = new Map((await lastScheduled(database, ids)).map(each => [each.id, each]))
  if (holdsFrom && Date.parse(holdsFrom) <= (await databaseNow(database)))
    throw new PricingProblem(`生效时间 ${minuteInChina(holdsFrom)} 已过：请驳回或撤回这项申请，另选时间提交`)
  for (const change of changes) {
    const item = found.get(idOf(change))
    if (!item) throw new PricingProblem('所选规格或套餐已不存在，请刷新后查看')
    const last = scheduled.get(item.id)
    if (last && (!holdsFrom || Date.parse(holdsFrom) <= Date.parse(last.holds_from)))
      throw new PricingProblem(
        `“${item.name}”已有 ${minuteInChina(last.holds_from)} 生效的定时调价，须先取消它，或选择更晚的生效时间`,
      )
    requireOld(change, item, last ?? item)
    if (publish && !item.open) throw new PricingProblem(`“${item.name}”所属的分类已归档，不能启用`)
    if (!publish && same(change)) throw new PricingProblem(`“${item.name}”的价格没有变化`)
  }
  return priced
}

function requireOld(change: NewChange, { name }: Priced, now: { value: number; list_price: number | null }) {
  if (now.value === change.old_value && now.list_price === change.old_list_price) return
  const was = valueText(change.old_value, change.old_list_price)
  throw new PricingProblem(
    `“${name}”在提交之后已由 ${was} 变为 ${valueText(now.value, now.list_price)}，请按新的价格重新提交`,
  )
}

const same = ({ old_value, new_value, old_list_price, new_list_price }: NewChange) =>
  old_value === new_value && old_list_price === new_list_price

async function requireNoneWaiting(database: Database, priced: Priced[]) {
  const waiting = await waitingChanges(database)
  const found = priced.find(({ id }) => waiting.has(id))
  if (found) throw new PricingProblem(`“${found.name}”已有一项待确认的调价，须先由另一位操作员处理或由提交人撤回`)
}

/** Returns the changes that wait for a second operator, by the id of the sku or package. */
export async function waitingChanges(database: Database): Promise<Map<string, NamedChange & { publish: boolean }>> {
  const requests = await waitingRequests(database)
  return new Map(
    requests.flatMap(({ payload }) => {
      const { publish, changes } = readRequest(payload)
      return changes.map(change => [idOf(change), { ...change, publish }] as const)
    }),
  )
}
