import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { couponTypeEvidence } from './evidence.ts'
import { giftHead, giftRowsOf, outcomesOf, readyCompanies } from './gifts.sql.ts'
import { maxDiscount, maxLiability } from './max-discount.ts'
import { categoryNames, withCategories } from './rules-shown.ts'
import { offerText, publishingText, termsFacts, termsText } from './terms-text.ts'
import { lockType, type TypeFields, typeOf, typeTarget } from './types.sql.ts'
import { widens } from './widens.ts'

export const deferredCouponOperations: DeferredOperationsFor<
  'giveCouponGift' | 'setCouponType' | 'setCouponTypePublished'
> = {
  giveCouponGift: {
    async describe(database, { gift_id }) {
      const gift = await giftHead(database, gift_id)
      // A gift that is running or over gives no further coupons.
      if (!gift || (gift.state !== 'previewed' && gift.state !== 'failed')) return undefined
      const type = await lockType(database, gift.coupon_type_id)
      const ready = (await outcomesOf(database, gift_id)).find(({ outcome }) => outcome === 'ready')?.rows ?? 0
      if (!type || !ready) return undefined
      return {
        target: typeTarget(gift.coupon_type_id),
        companyId: null,
        summary: `向 ${ready} 家企业各赠送一张优惠券“${type.name}”：${termsText(type)}（名单由${gift.operator}上传）`,
        facts: { ready, type: termsFacts(type) },
        value: ready * maxDiscount(type),
        each: { companyIds: await readyCompanies(database, gift_id), value: maxDiscount(type) },
      }
    },
    evidence: (database, { gift_id }) => giftEvidence(database, gift_id),
    outcome: () => ({ result: '已开始赠送' }),
  },

  // A type can be published by its own form, too, and a published one can be changed to give away more.
  setCouponType: {
    async describe(database, input) {
      const before = input.coupon_type_id === undefined ? undefined : await lockType(database, input.coupon_type_id)
      if (!input.published || (input.coupon_type_id !== undefined && !before)) return undefined
      if (before?.published && !widens(before, input)) return undefined
      return {
        target: typeTarget(input.coupon_type_id ?? input.name),
        companyId: null,
        summary: `${before ? `修改优惠券“${before.name}”并` : ''}${publishingText(await named(database, input))}`,
        // The new terms are in the request itself.
        facts: { before: before?.name ?? null },
        value: maxLiability(input),
      }
    },
    async evidence(database, { coupon_type_id: id, ...input }) {
      const before = id === undefined ? [] : await couponTypeEvidence(database, id)
      return [
        ...before.map(row => ({ ...row, label: `现${row.label}` })),
        { label: '改为', value: `${input.name}：${termsText(await named(database, input))}` },
        { label: '发放', value: offerText(input) },
      ]
    },
    outcome: () => ({ result: '已保存并上架' }),
  },

  setCouponTypePublished: {
    async describe(database, { coupon_type_id: id, published }) {
      const type = published ? await lockType(database, id) : undefined
      if (!type || type.published) return undefined
      return {
        target: typeTarget(id),
        companyId: null,
        summary: publishingText(type),
        facts: termsFacts(type),
        value: maxLiability(type),
      }
    },
    evidence: (database, { coupon_type_id }) => couponTypeEvidence(database, coupon_type_id),
    outcome: () => ({ result: '已上架' }),
  },
}

const named = async (database: Database, input: TypeFields) => ({
  ...input,
  ...withCategories(input, await categoryNames(database)),
})

/** The most companies of a list that are named; the gift's page has them all. */
const namedCompanies = 10

async function giftEvidence(database: Database, giftId: string): Promise<Evidence[]> {
  const gift = await giftHead(database, giftId)
  const type = gift && (await typeOf(database, gift.coupon_type_id))
  if (!gift || !type) return []
  const ready = (await outcomesOf(database, giftId)).find(({ outcome }) => outcome === 'ready')?.rows ?? 0
  const rows = await giftRowsOf(database, giftId, 'ready', { limit: namedCompanies, offset: 0 })
  const total = ready * maxDiscount(type)
  const names = rows.flatMap(({ company_name }) => company_name ?? [])
  return [
    ...(await couponTypeEvidence(database, gift.coupon_type_id)),
    { label: '名单', value: `${gift.operator}上传，共 ${gift.total} 家，可赠送 ${ready} 家` },
    { label: '企业', value: `${names.join('、')}${ready > names.length ? ` 等 ${ready} 家` : ''}` },
    { label: '最多优惠', value: Number.isFinite(total) ? money(total) : '不封顶' },
  ]
}
