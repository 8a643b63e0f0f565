import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { listWaitingNew, waitingByTarget } from '#server/engines/approvals/approval-list.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { changedSince } from '#server/engines/audit/changed-meanwhile.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { listCategories } from '#server/modules/catalogue/catalogue.sql.ts'
import { frozenFields, whatChanged } from './type-rules.ts'
import {
  countCategories,
  countTypes,
  type Figures,
  figuresOf,
  hasRunningGift,
  insertType,
  type ListedType,
  lockType,
  setPublished,
  type TypeFields,
  typeList,
  typeOf,
  typeTarget,
  updateType,
} from './types.sql.ts'

/** The most requests for new types shown here; the page of all requests has the rest. */
const waitingShown = 5
const none: Figures = { unused: 0, locked: 0, used: 0, expired: 0, discount: 0 }

async function withFigures(
  database: Database,
  types: ListedType[],
): Promise<OperationOutput<'getCouponTypeList'>['list']> {
  const ids = types.map(({ coupon_type_id }) => coupon_type_id)
  const [figures, waiting] = await together(database, handle => [
    figuresOf(handle, ids),
    waitingByTarget(handle, 'coupon', ids.map(typeTarget)),
  ])
  return types.map(({ claimed, ...type }) => ({
    ...type,
    waiting: waiting.get(typeTarget(type.coupon_type_id)) ?? null,
    figures: { claimed, ...(figures.get(type.coupon_type_id) ?? none) },
  }))
}

/** The actions that raise the revision of a type. */
const revisingActions = [
  'coupon_type.added',
  'coupon_type.changed',
  'coupon_type.published',
  'coupon_type.withdrawn',
] as const

const instantOf = (at: string) => new Date(at).toISOString()
/** Formats instants as rows hold them, so that an unchanged one equals the stored one. */
const fieldsOf = ({ coupon_type_id: _, revision: __, ...type }: OperationParsed<'setCouponType'>): TypeFields => ({
  ...type,
  claim_starts_at: instantOf(type.claim_starts_at),
  claim_ends_at: type.claim_ends_at && instantOf(type.claim_ends_at),
  valid_from: type.valid_from && instantOf(type.valid_from),
  valid_until: type.valid_until && instantOf(type.valid_until),
})

async function requireCategories(database: Database, ids: string[] | null): Promise<void> {
  const requestedIds = new Set(ids)
  if (requestedIds.size && (await countCategories(database, [...requestedIds])) !== requestedIds.size)
    throw new Refusal(-41003, 'category_ids', '所选的商品分类已不存在，请重新选择')
}

export const couponTypeOperations = {
  async getCouponTypeList({ system }, { page, page_size, ...filters }) {
    const [types, total, waiting_new] = await together(system, database => [
      typeList(database, filters, pageOf({ page, page_size })),
      countTypes(database, filters),
      listWaitingNew(database, 'setCouponType', 'coupon_type_id', waitingShown),
    ])
    return { list: await withFigures(system, types), total, waiting_new }
  },

  async getCouponTypeDetail({ system }, { coupon_type_id }) {
    const type = await typeOf(system, coupon_type_id)
    const [found] = type ? await withFigures(system, [type]) : []
    if (!found) throw new Refusal(-53021)
    return found
  },

  async getCouponCategoryList({ system }) {
    const list = await listCategories(system)
    return { list: list.map(({ category_id, parent_id, name }) => ({ category_id, parent_id, name })) }
  },

  async setCouponType({ system }, input) {
    const { coupon_type_id: id, revision } = input
    const type = fieldsOf(input)
    await requireCategories(system, type.category_ids)
    if (!id) {
      const inserted = await insertType(system, type)
      const target = typeTarget(inserted.coupon_type_id)
      await recordAudit(system, { action: 'coupon_type.added', target, after: type })
      return inserted
    }
    const before = orRefuse(await lockType(system, id), -53021)
    if (revision !== before.revision) throw await changedSince(system, before.revision, typeTarget(id), revisingActions)
    const changed = whatChanged(before, type)
    if (frozenFields.some(field => field in changed.after)) {
      if (before.claimed) throw new Refusal(-53500)
      // A gift was approved by the coupon's discount when it began.
      if (await hasRunningGift(system, id)) throw new Refusal(-53506)
    }
    if (type.total !== null && type.total < before.claimed) throw new Refusal(-53501, before.claimed)
    await updateType(system, id, type)
    await recordAudit(system, { action: 'coupon_type.changed', target: typeTarget(id), ...changed })
    return { coupon_type_id: id }
  },

  async setCouponTypePublished({ system }, { coupon_type_id: id, published }) {
    const before = orRefuse(await lockType(system, id), -53021)
    await setPublished(system, id, published)
    await recordAudit(system, {
      action: published ? 'coupon_type.published' : 'coupon_type.withdrawn',
      target: typeTarget(id),
      before: { name: before.name, published: before.published },
      after: { published },
    })
  },
} satisfies SomeOperations
