import { paths } from '#contract/paths.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { type Coupon, findCoupon } from './coupons.sql.ts'

const occasionOf = ({ for_purchase, for_renewal }: Pick<Coupon, 'for_purchase' | 'for_renewal'>): string =>
  for_purchase && for_renewal ? '新购与续费时都可使用' : for_purchase ? '仅限新购时使用' : '仅限续费时使用'

/** Notifies a company's managers of a gifted coupon, in the transaction that grants it. */
export async function notifyOfGift(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  companyId: string,
  couponId: string,
): Promise<void> {
  const coupon = orRefuse(await findCoupon(transaction, companyId, couponId), -49020)
  const { name, about, valid_until } = coupon
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'gift_received',
    subject: `coupon:${couponId}`,
    title: '收到平台赠送的优惠券',
    text: `平台赠送了一张“${name}”${about && `（${about}）`}，${occasionOf(coupon)}，${dayInChina(valid_until)} 前有效。`,
    link: paths.coupons,
  })
}
