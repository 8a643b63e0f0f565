import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import { listCategories } from '../catalogue/catalogue.sql.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { frozenFields, whatChanged } from './type-rules.ts'
import {
  countCategories,
  countTypes,
  type Figures,
  figuresOf,
  insertType,
  type ListedType,
  lockType,
  setPublished,
  type TypeFields,
  typeList,
  typeOf,
  updateType,
} from './types.sql.ts'

const none: Figures = { unused: 0, locked: 0, used: 0, expired: 0, discount: 0 }
const iso = (at: Date | null) => at?.toISOString() ?? null
const date = (text: string | null) => (text === null ? null : new Date(text))

async function viewsOf(database: Database, types: ListedType[]): Promise<OperationOutput<'getCouponTypeList'>['list']> {
  const figures = await figuresOf(
    database,
    types.map(({ id }) => id),
  )
  return types.map(({ id, claimed, ...type }) => ({
    ...type,
    coupon_type_id: id,
    claim_starts_at: type.claim_starts_at.toISOString(),
    claim_ends_at: iso(type.claim_ends_at),
    valid_from: iso(type.valid_from),
    valid_until: iso(type.valid_until),
    created_at: type.created_at.toISOString(),
    figures: { claimed, ...(figures.get(id) ?? none) },
  }))
}

const fieldsOf = ({ coupon_type_id: _, revision: __, ...type }: OperationParsed<'setCouponType'>): TypeFields => ({
  ...type,
  claim_starts_at: new Date(type.claim_starts_at),
  claim_ends_at: date(type.claim_ends_at),
  valid_from: date(type.valid_from),
  valid_until: date(type.valid_until),
})

async function requireCategories(database: Database, ids: string[] | null): Promise<void> {
  const wanted = new Set(ids)
  if (wanted.size && (await countCategories(database, [...wanted])) !== wanted.size)
    throw new Refusal(-41003, 'category_ids', '所选的商品分类已不存在，请重新选择')
}

export const couponTypeOperations: OperationHandlersFor<
  'getCouponTypeList' | 'getCouponTypeDetail' | 'getCouponCategoryList' | 'setCouponType' | 'setCouponTypePublished'
> = {
  async getCouponTypeList({ system }, { page, page_size, ...filters }) {
    const [types, total] = await Promise.all([
      typeList(system, filters, { limit: page_size, offset: (page - 1) * page_size }),
      countTypes(system, filters),
    ])
    return { list: await viewsOf(system, types), total }
  },

  async getCouponTypeDetail({ system }, { coupon_type_id }) {
    const type = await typeOf(system, coupon_type_id)
    const [view] = type ? await viewsOf(system, [type]) : []
    if (!view) throw new Refusal(-53021)
    return view
  },

  async getCouponCategoryList({ system }) {
    const list = await listCategories(system)
    return { list: list.map(({ id, parent_id, name }) => ({ category_id: id, parent_id, name })) }
  },

  async setCouponType({ system, actor }, input) {
    const { coupon_type_id: id, revision } = input
    const type = fieldsOf(input)
    return system.transaction(async transaction => {
      await requireCategories(transaction, type.category_ids)
      if (!id) {
        const made = await insertType(transaction, type)
        if (!made) throw new Error('coupon_type answered no row')
        const target = `coupon_type:${made.id}`
        await recordAudit(transaction, { actor, action: 'coupon_type.added', target, after: type })
        return { coupon_type_id: made.id }
      }
      const before = await lockType(transaction, id)
      if (!before) throw new Refusal(-53021)
      if (revision !== before.revision) throw new Refusal(-53022)
      const changed = whatChanged(before, type)
      if (before.claimed && frozenFields.some(field => field in changed.after)) throw new Refusal(-53500)
      if (type.total !== null && type.total < before.claimed) throw new Refusal(-53501, before.claimed)
      await updateType(transaction, id, type)
      await recordAudit(transaction, {
        actor,
        action: 'coupon_type.changed',
        target: `coupon_type:${id}`,
        ...changed,
      })
      return { coupon_type_id: id }
    })
  },

  async setCouponTypePublished({ system, actor }, { coupon_type_id: id, published }) {
    await system.transaction(async transaction => {
      const before = await lockType(transaction, id)
      if (!before) throw new Refusal(-53021)
      await setPublished(transaction, id, published)
      await recordAudit(transaction, {
        actor,
        action: published ? 'coupon_type.published' : 'coupon_type.withdrawn',
        target: `coupon_type:${id}`,
        before: { name: before.name, published: before.published },
        after: { published },
      })
    })
    return {}
  },
}
