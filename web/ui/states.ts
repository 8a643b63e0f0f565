import type { AnnouncementState, ArticleState, TermsState } from '#contract/content-names.ts'
import type { DisputeState } from '#contract/device-names.ts'
import { auditStateNames, authStateNames } from '#contract/device-names.ts'
import type { OutputOf } from '#contract/index.ts'
import type { InstallerState } from '#contract/installer-names.ts'
import { type LineState, lineStateNames } from '#contract/line-names.ts'
import type { PriceChangeState } from '#contract/operations/catalogue-names.ts'
import { type PromotionState, promotionStateNames } from '#contract/operations/channels-names.ts'
import type { smsStates } from '#contract/operations/companies-names.ts'
import {
  type CouponTypeState,
  couponTypeStateNames,
  type GiftOutcome,
  giftOutcomeNames,
  giftStateNames,
} from '#contract/operations/coupons-names.ts'
import {
  type DeliveryState,
  deliveryStateNames,
  type HealthState,
  healthStateNames,
} from '#contract/operations/health-names.ts'
import type { ApprovalState } from '#contract/operations/operator-names.ts'
import type { StatementVerdict, TransferState } from '#contract/operations/sales-names.ts'
import { statementVerdictNames, transferStateNames, troubleNames } from '#contract/operations/sales-names.ts'
import { type AccountState, type employeeServices, employeeStateNames, ledgerKindNames } from '#contract/people.ts'
import { type AddressState, addressStateNames } from '#contract/records/address-fields.ts'
import { type ChannelState, channelStateNames } from '#contract/records/channel-fields.ts'
import {
  couponStateNames,
  invoiceStateNames,
  type OrderState,
  orderStateNames,
  paymentStateNames,
  refundStateNames,
} from '#contract/shop.ts'

/** Every state has one colour and one label wherever it appears. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle'

export interface StateLook {
  word: string
  tone: Tone
}

export const verificationStates = {
  none: { word: '未提交', tone: 'idle' },
  under_review: { word: '审核中', tone: 'busy' },
  approved: { word: '已认证', tone: 'good' },
  rejected: { word: '已驳回', tone: 'bad' },
} as const satisfies Record<string, StateLook>

export const employeeStateLooks = {
  invited: { word: employeeStateNames.invited, tone: 'busy' },
  declined: { word: employeeStateNames.declined, tone: 'bad' },
  lapsed: { word: employeeStateNames.lapsed, tone: 'idle' },
  active: { word: employeeStateNames.active, tone: 'good' },
  disabled: { word: employeeStateNames.disabled, tone: 'idle' },
} as const satisfies Record<keyof typeof employeeStateNames, StateLook>

/** The states of a person's hours. */
export const serviceLooks = {
  in_service: { word: '服务中', tone: 'good' },
  ends_soon: { word: '即将到期', tone: 'warn' },
  ended: { word: '已到期', tone: 'bad' },
  none: { word: '未分配', tone: 'idle' },
} as const satisfies Record<(typeof employeeServices)[number], StateLook>

export const ledgerLooks = {
  purchase: { word: ledgerKindNames.purchase, tone: 'good' },
  assignment: { word: ledgerKindNames.assignment, tone: 'busy' },
  reclaim: { word: ledgerKindNames.reclaim, tone: 'warn' },
  gift: { word: ledgerKindNames.gift, tone: 'good' },
  correction: { word: ledgerKindNames.correction, tone: 'idle' },
} as const satisfies Record<keyof typeof ledgerKindNames, StateLook>

export const companyStates = {
  trial: { word: '试用中', tone: 'busy' },
  active: { word: '正常', tone: 'good' },
  frozen: { word: '已冻结', tone: 'bad' },
} as const satisfies Record<string, StateLook>

type Device = OutputOf<'getDeviceList'>['list'][number]

export const auditLooks = {
  pending: { word: auditStateNames.pending, tone: 'busy' },
  approved: { word: auditStateNames.approved, tone: 'good' },
  rejected: { word: auditStateNames.rejected, tone: 'bad' },
} as const satisfies Record<Device['audit_state'], StateLook>

export const authorizationLooks = {
  authorized: { word: authStateNames.authorized, tone: 'good' },
  suspended: { word: authStateNames.suspended, tone: 'warn' },
} as const satisfies Record<Device['auth_state'], StateLook>

/** The reasons why a device can't be used, worded for its owner. */
export const serviceReasonLooks = {
  ok: { word: '可以使用', tone: 'good' },
  company_frozen: { word: '企业已冻结', tone: 'bad' },
  employee_disabled: { word: '身份已停用', tone: 'bad' },
  device_pending: auditLooks.pending,
  device_rejected: auditLooks.rejected,
  device_suspended: authorizationLooks.suspended,
  no_hours: { word: '时长已用完', tone: 'bad' },
  over_device_limit: { word: '超出设备上限', tone: 'warn' },
} as const satisfies Record<OutputOf<'reportDevice'>['reason'], StateLook>

export const orderLooks = {
  pending: { word: orderStateNames.pending, tone: 'warn' },
  paid: { word: orderStateNames.paid, tone: 'busy' },
  fulfilled: { word: orderStateNames.fulfilled, tone: 'good' },
  cancelled: { word: orderStateNames.cancelled, tone: 'idle' },
  closed: { word: orderStateNames.closed, tone: 'idle' },
  refunding: { word: orderStateNames.refunding, tone: 'busy' },
  refunded: { word: orderStateNames.refunded, tone: 'idle' },
} as const satisfies Record<OrderState, StateLook>

export const paymentLooks = {
  created: { word: paymentStateNames.created, tone: 'warn' },
  paid: { word: paymentStateNames.paid, tone: 'good' },
  failed: { word: paymentStateNames.failed, tone: 'bad' },
  closed: { word: paymentStateNames.closed, tone: 'idle' },
  refunded: { word: paymentStateNames.refunded, tone: 'idle' },
} as const satisfies Record<keyof typeof paymentStateNames, StateLook>

export const refundLooks = {
  asked: { word: refundStateNames.asked, tone: 'warn' },
  sending: { word: refundStateNames.sending, tone: 'busy' },
  done: { word: refundStateNames.done, tone: 'good' },
  rejected: { word: refundStateNames.rejected, tone: 'bad' },
  failed: { word: refundStateNames.failed, tone: 'bad' },
} as const satisfies Record<keyof typeof refundStateNames, StateLook>

export const couponLooks = {
  unused: { word: couponStateNames.unused, tone: 'good' },
  locked: { word: couponStateNames.locked, tone: 'busy' },
  used: { word: couponStateNames.used, tone: 'idle' },
  expired: { word: couponStateNames.expired, tone: 'idle' },
} as const satisfies Record<keyof typeof couponStateNames, StateLook>

export const invoiceLooks = {
  asked: { word: invoiceStateNames.asked, tone: 'busy' },
  issued: { word: invoiceStateNames.issued, tone: 'good' },
  rejected: { word: invoiceStateNames.rejected, tone: 'bad' },
  withdrawn: { word: invoiceStateNames.withdrawn, tone: 'idle' },
  reversed: { word: invoiceStateNames.reversed, tone: 'idle' },
} as const satisfies Record<keyof typeof invoiceStateNames, StateLook>

export const lineLooks = {
  unbound: { word: lineStateNames.unbound, tone: 'busy' },
  active: { word: lineStateNames.active, tone: 'good' },
  expiring: { word: lineStateNames.expiring, tone: 'warn' },
  expired: { word: lineStateNames.expired, tone: 'bad' },
  suspended: { word: lineStateNames.suspended, tone: 'bad' },
  released: { word: lineStateNames.released, tone: 'idle' },
} as const satisfies Record<LineState, StateLook>

export const accountLooks = {
  active: { word: '正常', tone: 'good' },
  disabled: { word: '已停用', tone: 'bad' },
  deleted: { word: '已注销', tone: 'idle' },
} as const satisfies Record<AccountState, StateLook>

export const smsLooks = {
  waiting: { word: '发送中', tone: 'busy' },
  sent: { word: '已发送', tone: 'good' },
  failed: { word: '失败', tone: 'bad' },
} as const satisfies Record<(typeof smsStates)[number], StateLook>
/** The stock of addresses in a region. */
export const stockLooks = {
  enough: { word: '充足', tone: 'good' },
  low: { word: '偏少', tone: 'warn' },
  none: { word: '已售罄', tone: 'bad' },
} as const satisfies Record<string, StateLook>

/** A device that two people of a company claim. */
export const disputeLooks = {
  open: { word: '待处理', tone: 'busy' },
  handed_over: { word: '已移交', tone: 'good' },
  rejected: { word: '已驳回', tone: 'bad' },
  lapsed: { word: '已失效', tone: 'idle' },
} as const satisfies Record<DisputeState, StateLook>
/** A bank transfer, as finance sees it. */
export const transferLooks = {
  submitted: { word: transferStateNames.submitted, tone: 'warn' },
  confirming: { word: transferStateNames.confirming, tone: 'busy' },
  unpaid: { word: transferStateNames.unpaid, tone: 'idle' },
  rejected: { word: transferStateNames.rejected, tone: 'bad' },
  wrong: { word: transferStateNames.wrong, tone: 'bad' },
  paid: { word: transferStateNames.paid, tone: 'good' },
  closed: { word: transferStateNames.closed, tone: 'idle' },
} as const satisfies Record<TransferState, StateLook>

export const troubleLooks = {
  mismatch: { word: troubleNames.mismatch, tone: 'warn' },
  surplus: { word: troubleNames.surplus, tone: 'warn' },
  failed: { word: troubleNames.failed, tone: 'bad' },
} as const satisfies Record<keyof typeof troubleNames, StateLook>

export const statementLooks = {
  match: { word: statementVerdictNames.match, tone: 'good' },
  split: { word: statementVerdictNames.split, tone: 'good' },
  part: { word: statementVerdictNames.part, tone: 'warn' },
  amount: { word: statementVerdictNames.amount, tone: 'bad' },
  payer: { word: statementVerdictNames.payer, tone: 'bad' },
  repeated: { word: statementVerdictNames.repeated, tone: 'warn' },
  waiting: { word: statementVerdictNames.waiting, tone: 'busy' },
  done: { word: statementVerdictNames.done, tone: 'idle' },
  recorded: { word: statementVerdictNames.recorded, tone: 'idle' },
  none: { word: statementVerdictNames.none, tone: 'idle' },
  outgoing: { word: statementVerdictNames.outgoing, tone: 'idle' },
  invalid: { word: statementVerdictNames.invalid, tone: 'warn' },
} as const satisfies Record<StatementVerdict, StateLook>

/** An issued invoice whose order was refunded. */
export const toReverseLook: StateLook = { word: '待红冲', tone: 'warn' }

/** A change that a second operator must confirm. */
export const approvalLooks = {
  waiting: { word: '待确认', tone: 'busy' },
  confirmed: { word: '已执行', tone: 'good' },
  rejected: { word: '已驳回', tone: 'bad' },
  withdrawn: { word: '已撤回', tone: 'idle' },
} as const satisfies Record<ApprovalState, StateLook>

export const articleLooks = {
  draft: { word: '草稿', tone: 'idle' },
  scheduled: { word: '定时发布', tone: 'busy' },
  published: { word: '已发布', tone: 'good' },
  archived: { word: '已归档', tone: 'idle' },
} as const satisfies Record<ArticleState, StateLook>

/** Shown beside a published article's state. */
export const changesLook = { word: '有未发布的修改', tone: 'warn' } as const satisfies StateLook

export const termsLooks = {
  draft: { word: '草稿', tone: 'idle' },
  coming: { word: '待生效', tone: 'busy' },
  current: { word: '现行', tone: 'good' },
  past: { word: '已被替代', tone: 'idle' },
} as const satisfies Record<TermsState, StateLook>

export const announcementLooks = {
  draft: { word: '草稿', tone: 'idle' },
  coming: { word: '待显示', tone: 'busy' },
  shown: { word: '显示中', tone: 'good' },
  ended: { word: '已结束', tone: 'idle' },
  withdrawn: { word: '已撤下', tone: 'idle' },
} as const satisfies Record<AnnouncementState, StateLook>

export const operatorLooks = {
  active: { word: '正常', tone: 'good' },
  disabled: { word: '已停用', tone: 'idle' },
} as const satisfies Record<string, StateLook>

export const totpLooks = {
  bound: { word: '已绑定', tone: 'good' },
  unbound: { word: '未绑定', tone: 'warn' },
} as const satisfies Record<string, StateLook>

export const addressLooks = {
  free: { word: addressStateNames.free, tone: 'good' },
  held: { word: addressStateNames.held, tone: 'warn' },
  bound: { word: addressStateNames.bound, tone: 'busy' },
  cooling: { word: addressStateNames.cooling, tone: 'idle' },
  retired: { word: addressStateNames.retired, tone: 'bad' },
} as const satisfies Record<AddressState, StateLook>

/** A region or an access way. */
export const offerLooks = {
  offered: { word: '已上架', tone: 'good' },
  hidden: { word: '未上架', tone: 'idle' },
  archived: { word: '已归档', tone: 'idle' },
} as const satisfies Record<string, StateLook>

export const installerLooks = {
  current: { word: '当前版本', tone: 'good' },
  earlier: { word: '历史版本', tone: 'idle' },
  withdrawn: { word: '已撤回', tone: 'bad' },
} as const satisfies Record<InstallerState, StateLook>
export const couponTypeLooks = {
  open: { word: couponTypeStateNames.open, tone: 'good' },
  upcoming: { word: couponTypeStateNames.upcoming, tone: 'busy' },
  gone: { word: couponTypeStateNames.gone, tone: 'warn' },
  ended: { word: couponTypeStateNames.ended, tone: 'idle' },
  off: { word: couponTypeStateNames.off, tone: 'idle' },
} as const satisfies Record<CouponTypeState, StateLook>

export const giftLooks = {
  previewed: { word: giftStateNames.previewed, tone: 'warn' },
  running: { word: giftStateNames.running, tone: 'busy' },
  done: { word: giftStateNames.done, tone: 'good' },
  failed: { word: giftStateNames.failed, tone: 'bad' },
} as const satisfies Record<keyof typeof giftStateNames, StateLook>

export const giftOutcomeLooks = {
  ready: { word: giftOutcomeNames.ready, tone: 'busy' },
  given: { word: giftOutcomeNames.given, tone: 'good' },
  unknown: { word: giftOutcomeNames.unknown, tone: 'bad' },
  ambiguous: { word: giftOutcomeNames.ambiguous, tone: 'bad' },
  duplicate: { word: giftOutcomeNames.duplicate, tone: 'warn' },
  limit: { word: giftOutcomeNames.limit, tone: 'warn' },
  refused: { word: giftOutcomeNames.refused, tone: 'bad' },
} as const satisfies Record<GiftOutcome, StateLook>

export const channelLooks = {
  active: { word: channelStateNames.active, tone: 'good' },
  ended: { word: channelStateNames.ended, tone: 'idle' },
} as const satisfies Record<ChannelState, StateLook>

export const promotionLooks = {
  open: { word: promotionStateNames.open, tone: 'good' },
  upcoming: { word: promotionStateNames.upcoming, tone: 'busy' },
  ended: { word: promotionStateNames.ended, tone: 'idle' },
  used_up: { word: promotionStateNames.used_up, tone: 'warn' },
  disabled: { word: promotionStateNames.disabled, tone: 'bad' },
} as const satisfies Record<PromotionState, StateLook>
/** Categories, goods and SKUs in the back office. */
export const shelfLooks = {
  on_sale: { word: '在售', tone: 'good' },
  off_sale: { word: '未上架', tone: 'idle' },
  archived: { word: '已归档', tone: 'idle' },
} as const satisfies Record<string, StateLook>

export const packageLooks = {
  offered: { word: '启用', tone: 'good' },
  not_offered: { word: '未启用', tone: 'idle' },
} as const satisfies Record<string, StateLook>

export const priceChangeLooks = {
  scheduled: { word: '待生效', tone: 'busy' },
  applied: { word: '已生效', tone: 'good' },
  cancelled: { word: '已取消', tone: 'idle' },
  missed: { word: '未生效', tone: 'bad' },
} as const satisfies Record<PriceChangeState, StateLook>

export const healthLooks = {
  good: { word: healthStateNames.good, tone: 'good' },
  warn: { word: healthStateNames.warn, tone: 'warn' },
  bad: { word: healthStateNames.bad, tone: 'bad' },
  unknown: { word: healthStateNames.unknown, tone: 'busy' },
  absent: { word: healthStateNames.absent, tone: 'idle' },
} as const satisfies Record<HealthState, StateLook>

export const deliveryLooks = {
  waiting: { word: deliveryStateNames.waiting, tone: 'busy' },
  sent: { word: deliveryStateNames.sent, tone: 'good' },
  failed: { word: deliveryStateNames.failed, tone: 'bad' },
} as const satisfies Record<DeliveryState, StateLook>
