import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { giftHead, outcomesOf } from './gifts.sql.ts'
import { mostOff, mostOffText } from './most-off.ts'
import { lockType } from './types.sql.ts'

const publishing = (name: string, rules: Parameters<typeof mostOffText>[0], total: number | null) =>
  `上架优惠券“${name}”：${mostOffText(rules)}，${total === null ? '不限张数' : `共 ${total} 张`}`

export const deferredCouponOperations: DeferredOperationsFor<
  'giveCouponGift' | 'setCouponType' | 'setCouponTypePublished'
> = {
  giveCouponGift: {
    async describe(database, { gift_id }) {
      const gift = await giftHead(database, gift_id)
      // A gift that is under way or over gives nobody anything more.
      if (!gift || (gift.state !== 'previewed' && gift.state !== 'failed')) return undefined
      const type = await lockType(database, gift.coupon_type_id)
      const ready = (await outcomesOf(database, gift_id)).find(({ outcome }) => outcome === 'ready')?.rows ?? 0
      if (!type || !ready) return undefined
      return {
        target: `coupon_type:${gift.coupon_type_id}`,
        summary: `向 ${ready} 家企业各赠送一张优惠券“${type.name}”：${mostOffText(type)}（名单由${gift.operator}上传）`,
        value: ready * mostOff(type),
      }
    },
    outcome: () => ({ result: '已开始赠送' }),
  },

  // A type can be published by its own form, too, and one that is published can be made to take off more.
  setCouponType: {
    async describe(database, input) {
      const before = input.coupon_type_id === undefined ? undefined : await lockType(database, input.coupon_type_id)
      if (!input.published || (input.coupon_type_id !== undefined && !before)) return undefined
      if (before?.published && mostOff(input) <= mostOff(before) && !moreCoupons(before.total, input.total))
        return undefined
      return {
        target: `coupon_type:${input.coupon_type_id ?? input.name}`,
        summary: `${before ? `修改优惠券“${before.name}”并` : ''}${publishing(input.name, input, input.total)}`,
        value: mostOff(input),
      }
    },
    outcome: () => ({ result: '已保存并上架' }),
  },

  setCouponTypePublished: {
    async describe(database, { coupon_type_id: id, published }) {
      const type = published ? await lockType(database, id) : undefined
      if (!type || type.published) return undefined
      return {
        target: `coupon_type:${id}`,
        summary: publishing(type.name, type, type.total),
        value: mostOff(type),
      }
    },
    outcome: () => ({ result: '已上架' }),
  },
}

const moreCoupons = (before: number | null, after: number | null): boolean =>
  before !== null && (after === null || after > before)
