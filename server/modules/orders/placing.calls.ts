import { getOfferedIpList } from '#contract/lines.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { findSkus } from '#server/modules/catalogue/catalogue.ts'
import { unusedCoupons } from '#server/modules/coupons/coupons.sql.ts'
import { usabilityOf } from '#server/modules/coupons/coupons.ts'
import { countFree, listFree } from '#server/modules/lines/binding.sql.ts'
import { addressesLeft } from '#server/modules/lines/stock.ts'
import { orderRequestOf } from './order-request.ts'
import { orderedByToken } from './ordered-by-token.ts'
import { placeOrder } from './placing.ts'
import { orderedOf, type Quote, quoteOf, shownItem } from './quote.ts'

const offeredAddress = getOfferedIpList.output.shape.list.element

/** The most coupons that are considered; the first to end are among them. */
const consideredCoupons = 200

export const placingCalls = {
  async quoteOrder({ system, company, membership: { companyId } }, { coupon_id, ...content }) {
    const quote = await quoteOf(system, company, companyId, orderRequestOf(content))
    const [ordered, coupons, short] = await Promise.all([
      orderedOf(system, quote),
      unusedCoupons(company, companyId, consideredCoupons),
      shortOf(system, quote),
    ])
    const usable = coupons
      .map(coupon => ({ coupon, ...usabilityOf(coupon, ordered) }))
      .toSorted((a, b) => ('discount' in b ? b.discount : -1) - ('discount' in a ? a.discount : -1))
    const chosen = usable.find(({ coupon }) => coupon.coupon_id === coupon_id)
    const [best] = usable
    const coupon_discount = chosen && 'discount' in chosen ? chosen.discount : 0
    const problem = chosen ? ('reason' in chosen ? chosen.reason : '') : '优惠券不可用'
    return {
      product: quote.product,
      items: quote.items.map(shownItem),
      list_amount: quote.list_amount,
      package_discount: quote.list_amount - quote.amount,
      coupon_discount,
      payable: quote.amount - coupon_discount,
      coupon_problem: coupon_id ? problem : '',
      best_coupon:
        best && 'discount' in best && best.discount > 0
          ? { coupon_id: best.coupon.coupon_id, name: best.coupon.name, discount: best.discount }
          : null,
      short,
    }
  },

  async createOrder(
    { services, company, membership, account, token },
    { coupon_id, request_key, payable, line_wishes, ...content },
  ) {
    // A duty grants neither addresses nor groups.
    if (line_wishes?.length && membership.duty) throw new Refusal(-41024)
    const request = orderRequestOf(content)
    const { kind, items, svp_ids, days, until } = content
    return placeOrder(services, {
      companyId: membership.companyId,
      accountId: account.id,
      buyer: { employeeId: membership.employeeId, shownAs: token?.name },
      request,
      couponId: coupon_id,
      requestKey: request_key,
      content: [
        kind,
        items?.map(item => [item.sku_id, item.package_type_id, item.quantity]),
        svp_ids,
        days,
        until,
        coupon_id,
        ...(line_wishes?.length ? [line_wishes] : []),
      ],
      payable,
      wishes: line_wishes,
      ...(token && (await orderedByToken(services, company, { companyId: membership.companyId, request, token }))),
    })
  },

  async getOfferedIpList({ system }, { sku_id, keyword, page, page_size }) {
    const [sku] = await findSkus(system, [sku_id])
    if (!sku?.region_id || !sku.access_way_id) throw new Refusal(-49002)
    const place = { region_id: sku.region_id, access_way_id: sku.access_way_id, address_id: null }
    const [list, found] = await together(system, database => [
      listFree(database, offeredAddress, place, keyword, listedPage({ page, page_size })),
      countFree(database, place, keyword, countedRows),
    ])
    return { list, ...listedTotal(found) }
  },
} satisfies SomeHandlers

/** Finds skus of which there is not enough for everything that the order requests of the same place. */
export async function shortOf(system: Database, { kind, items }: Quote): Promise<{ sku_id: string; stock: number }[]> {
  if (kind === 'renewal') return []
  const placed = items.flatMap(({ sku_id, region_id, access_way_id, quantity }) =>
    region_id && access_way_id ? [{ sku_id, region_id, access_way_id, quantity }] : [],
  )
  const left = await addressesLeft(system, placed)
  const placedByPlace = Map.groupBy(placed, ({ region_id, access_way_id }) => `${region_id} ${access_way_id}`)
  return [...placedByPlace.values()].flatMap(together => {
    const [first] = together
    const stock = first ? left(first) : 0
    if (together.reduce((sum, { quantity }) => sum + quantity, 0) <= stock) return []
    return [...new Set(together.map(({ sku_id }) => sku_id))].map(sku_id => ({ sku_id, stock }))
  })
}
