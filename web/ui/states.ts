import { auditStateNames, authStateNames } from '#contract/device-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { type LineState, lineStateNames } from '#contract/line-names.ts'
import type { AnnouncementState, ArticleState, TermsState } from '#contract/operations/content-names.ts'
import type { ApprovalState } from '#contract/operations/operator-names.ts'
import { type employeeServices, employeeStateNames, ledgerKindNames } from '#contract/people.ts'
import {
  couponStateNames,
  invoiceStateNames,
  type OrderState,
  orderStateNames,
  paymentStateNames,
  refundStateNames,
} from '#contract/shop.ts'

/** One colour and one word for every state, wherever it is shown. */
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
  active: { word: employeeStateNames.active, tone: 'good' },
  disabled: { word: employeeStateNames.disabled, tone: 'idle' },
} as const satisfies Record<keyof typeof employeeStateNames, StateLook>

/** Of a person's hours. */
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

/** Why a device can't be used, for the person whose it is. */
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

/** Of what a second operator confirms. */
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

/** Beside a published article's state. */
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
