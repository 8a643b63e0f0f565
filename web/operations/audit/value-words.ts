import {
  announcementLevelNames,
  announcementPlaceNames,
  articleKindNames,
  termsNames,
} from '#contract/content-names.ts'
import { clientTypeNames } from '#contract/installer-names.ts'
import type { AuditField } from '#contract/operations/audit-fields.ts'
import { approvalNames, roleNames } from '#contract/operations/operator-names.ts'
import { verificationKindNames } from '#contract/operations/reviews-names.ts'
import { couponSourceNames, gatewayNames, orderKindNames, productNames } from '#contract/shop.ts'
import {
  accountLooks,
  addressLooks,
  announcementLooks,
  approvalLooks,
  articleLooks,
  channelLooks,
  companyStates,
  invoiceLooks,
  lineLooks,
  operatorLooks,
  orderLooks,
  paymentLooks,
  priceChangeLooks,
  refundLooks,
  type StateLook,
  verificationStates,
} from '#web/ui/states.ts'

const wordsOf = (looks: Record<string, StateLook>) =>
  Object.fromEntries(Object.entries(looks).map(([state, { word }]) => [state, word]))

/** The states of an action's target, by the action's first word. */
const states: Record<string, Record<string, string>> = {
  account: wordsOf(accountLooks),
  address: wordsOf(addressLooks),
  // A published announcement may not be visible yet: it has a start time.
  announcement: { ...wordsOf(announcementLooks), published: '已发布' },
  approval: wordsOf(approvalLooks),
  article: wordsOf(articleLooks),
  channel: wordsOf(channelLooks),
  company: wordsOf(companyStates),
  invoice: wordsOf(invoiceLooks),
  line: wordsOf(lineLooks),
  operator: wordsOf(operatorLooks),
  order: wordsOf(orderLooks),
  payment: wordsOf(paymentLooks),
  price: wordsOf(priceChangeLooks),
  // A refund's entry may also hold the state of its order.
  refund: { ...wordsOf(orderLooks), ...wordsOf(refundLooks) },
  verification: wordsOf(verificationStates),
}

const kinds: Record<string, Record<string, string>> = {
  approval: approvalNames,
  article_category: articleKindNames,
  coupon_type: { amount: '减免金额', percent: '按比例减免' },
  order: orderKindNames,
  verification: verificationKindNames,
}

const values: Partial<Record<AuditField, Record<string, string>>> = {
  clientType: clientTypeNames,
  gateway: gatewayNames,
  level: announcementLevelNames,
  old_address: wordsOf(addressLooks),
  place: announcementPlaceNames,
  product: productNames,
  roles: roleNames,
  verdict: { settled: '已入账', surplus: '订单不能恢复，转入退款', repeated: '已入过账', mismatch: '金额不符' },
  way: couponSourceNames,
  which: termsNames,
}

/** The label of a stored value; undefined if the value needs none. */
export function valueWord(action: string, field: string, value: string): string | undefined {
  const about = action.split('.')[0] ?? ''
  if (field === 'state') return states[about]?.[value]
  if (field === 'kind') return kinds[about]?.[value]
  return values[field as AuditField]?.[value]
}
