import { giftOutcomes } from '#contract/operations/coupons-names.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { waitingByTarget } from '#server/engines/approvals/approval-list.sql.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findCouponType } from './coupons.sql.ts'
import { giftListOf } from './gift-list.ts'
import { lockGift, readyRows, startGift } from './gift-run.sql.ts'
import {
  countGiftsOfType,
  giftHead,
  giftRowsOf,
  giftsOfType,
  insertGift,
  outcomesOf,
  resolveLines,
} from './gifts.sql.ts'
import { giveCouponsJob } from './jobs.ts'
import { typeTarget } from './types.sql.ts'

export const couponGiftOperations = {
  async previewCouponGift(context, { coupon_type_id: couponTypeId }) {
    const { system, operator, upload } = context
    orRefuse(await findCouponType(system, couponTypeId), -53021)
    const lines = await giftListOf(operator.id, upload)
    const rows = await resolveLines(system, couponTypeId, lines)
    return context.once(async ({ system }) => ({
      gift_id: await insertGift(system, { couponTypeId, operatorId: operator.id, rows }),
    }))
  },

  async giveCouponGift({ system, services }, { gift_id }) {
    const gift = orRefuse(await lockGift(system, gift_id), -53502)
    const begun = await startGift(system, gift_id)
    if (!begun && gift.state === 'previewed') throw new Refusal(-53503)
    const companies = begun ? (await readyRows(system, gift_id, null)).map(row => row.credit_code) : undefined
    if (begun) await services.jobs.enqueue(system, giveCouponsJob, { gift_id })
    // A second press of the button gives nothing, but is recorded all the same.
    await recordAudit(system, {
      action: begun ? 'coupon.gifted' : 'coupon.gift_repeated',
      target: typeTarget(gift.coupon_type_id),
      after: { gift: gift_id, ...(companies && { count: companies.length, companies }) },
    })
  },

  async getCouponGift({ system }, { gift_id }) {
    const [gift, counted] = await together(system, database => [
      giftHead(database, gift_id),
      outcomesOf(database, gift_id),
    ])
    if (!gift) throw new Refusal(-53502)
    const rows = new Map(counted.map(each => [each.outcome, each.rows]))
    const target = typeTarget(gift.coupon_type_id)
    return {
      ...gift,
      outcomes: recordOf(giftOutcomes, outcome => rows.get(outcome) ?? 0),
      waiting: (await waitingByTarget(system, 'coupon', [target])).get(target) ?? null,
    }
  },

  getCouponGiftList: ({ system }, { coupon_type_id, page, page_size }) =>
    listAndTotal(system, database => [
      giftsOfType(database, coupon_type_id, pageOf({ page, page_size })),
      countGiftsOfType(database, coupon_type_id),
    ]),

  async getCouponGiftRowList({ system }, { gift_id, outcome, page, page_size }) {
    const [list, counted] = await together(system, database => [
      giftRowsOf(database, gift_id, outcome, pageOf({ page, page_size })),
      outcomesOf(database, gift_id),
    ])
    const total = counted.filter(each => !outcome || each.outcome === outcome).reduce((sum, { rows }) => sum + rows, 0)
    return { list, total }
  },
} satisfies SomeOperations
