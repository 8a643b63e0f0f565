import type { AnnouncementState, ArticleState, TermsState } from '#contract/content-names.ts'
import type { DisputeState } from '#contract/device-names.ts'
import { auditStateNames, authStateNames } from '#contract/device-names.ts'
import type { OutputOf } from '#contract/index.ts'
import type { InstallerState } from '#contract/installer-names.ts'
import { lineStateNames } from '#contract/line-names.ts'
import type { PriceChangeState } from '#contract/operations/catalogue-names.ts'
import { promotionStateNames } from '#contract/operations/channels-names.ts'
import type { smsStates } from '#contract/operations/companies-names.ts'
import { couponTypeStateNames, giftOutcomeNames, giftStateNames } from '#contract/operations/coupons-names.ts'
import { deliveryStateNames, healthStateNames } from '#contract/operations/health-names.ts'
import type { ApprovalState } from '#contract/operations/operator-names.ts'
import { statementVerdictNames, transferStateNames, troubleNames } from '#contract/operations/sales-names.ts'
import { type AccountState, type employeeServices, employeeStateNames, ledgerKindNames } from '#contract/people.ts'
import { addressStateNames } from '#contract/records/address-fields.ts'
import { channelStateNames } from '#contract/records/channel-fields.ts'
import {
  couponStateNames,
  invoiceStateNames,
  orderStateNames,
  paymentStateNames,
  refundStateNames,
  withdrawnRefundName,
} from '#contract/shop.ts'
import { keysOf, recordOf } from '#contract/typed-keys.ts'

/** Every state has one colour and one label wherever it appears. */
export type Tone = 'good' | 'busy' | 'warn' | 'bad' | 'idle'

export interface StateLook {
  word: string
  tone: Tone
}

/** The looks of states that have names. */
export const looksOf = <State extends string>(names: Record<State, string>, tones: Record<State, Tone>) =>
  recordOf(keysOf<State>(tones), (state): StateLook => ({ word: names[state], tone: tones[state] }))

export const verificationStates = {
  none: { word: '未提交', tone: 'idle' },
  company: { word: '已经企业认证', tone: 'good' },
  under_review: { word: '审核中', tone: 'busy' },
  approved: { word: '已认证', tone: 'good' },
  rejected: { word: '已驳回', tone: 'bad' },
} as const satisfies Record<string, StateLook>

export const employeeStateLooks = looksOf(employeeStateNames, {
  invited: 'busy',
  declined: 'bad',
  lapsed: 'idle',
  active: 'good',
  disabled: 'idle',
})

/** The states of a person's service. */
export const serviceLooks = {
  in_service: { word: '服务中', tone: 'good' },
  ends_soon: { word: '即将到期', tone: 'warn' },
  ended: { word: '已到期', tone: 'bad' },
  none: { word: '未分配', tone: 'idle' },
} as const satisfies Record<(typeof employeeServices)[number], StateLook>

export const ledgerLooks = looksOf(ledgerKindNames, {
  purchase: 'good',
  assignment: 'busy',
  reclaim: 'warn',
  gift: 'good',
  correction: 'idle',
})

export const companyStates = {
  trial: { word: '试用中', tone: 'good' },
  active: { word: '正常', tone: 'good' },
  frozen: { word: '已冻结', tone: 'bad' },
} as const satisfies Record<string, StateLook>

/** A closed company remains frozen. */
export const closedCompany: StateLook = { word: '已注销', tone: 'idle' }

export const auditLooks = looksOf(auditStateNames, { pending: 'busy', approved: 'good', rejected: 'bad' })

export const authorizationLooks = looksOf(authStateNames, { authorized: 'good', suspended: 'warn' })

/** The reasons why a device cannot be used, worded for its owner. */
export const serviceReasonLooks = {
  ok: { word: '可以使用', tone: 'good' },
  company_frozen: { word: '企业已冻结', tone: 'bad' },
  employee_disabled: { word: '身份已停用', tone: 'bad' },
  device_pending: auditLooks.pending,
  device_rejected: auditLooks.rejected,
  device_suspended: authorizationLooks.suspended,
  no_hours: { word: '没有时长', tone: 'bad' },
  over_device_limit: { word: '超出设备上限', tone: 'warn' },
} as const satisfies Record<OutputOf<'reportDevice'>['reason'], StateLook>

export const orderLooks = looksOf(orderStateNames, {
  pending: 'warn',
  paid: 'good',
  fulfilled: 'good',
  cancelled: 'idle',
  closed: 'idle',
  refunding: 'busy',
  refunded: 'idle',
})

export const paymentLooks = looksOf(paymentStateNames, {
  created: 'warn',
  paid: 'good',
  failed: 'bad',
  closed: 'idle',
  refunded: 'idle',
})

export const refundLooks = looksOf(refundStateNames, {
  asked: 'busy',
  sending: 'busy',
  done: 'idle',
  rejected: 'bad',
  failed: 'bad',
})
export const withdrawnRefundLook: StateLook = { word: withdrawnRefundName, tone: 'idle' }

export const couponLooks = looksOf(couponStateNames, { unused: 'good', locked: 'busy', used: 'idle', expired: 'idle' })

export const invoiceLooks = looksOf(invoiceStateNames, {
  asked: 'busy',
  issued: 'good',
  rejected: 'bad',
  withdrawn: 'idle',
  reversed: 'idle',
})

export const lineLooks = looksOf(lineStateNames, {
  unbound: 'busy',
  active: 'good',
  expiring: 'warn',
  expired: 'bad',
  suspended: 'warn',
  released: 'idle',
})

export const accountLooks = {
  active: { word: '正常', tone: 'good' },
  disabled: { word: '已停用', tone: 'idle' },
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
export const transferLooks = looksOf(transferStateNames, {
  submitted: 'warn',
  confirming: 'busy',
  unpaid: 'idle',
  rejected: 'bad',
  wrong: 'bad',
  returned: 'idle',
  paid: 'good',
  closed: 'idle',
})

export const troubleLooks = looksOf(troubleNames, { mismatch: 'warn', surplus: 'warn', failed: 'bad' })

export const statementLooks = looksOf(statementVerdictNames, {
  match: 'good',
  split: 'good',
  part: 'warn',
  amount: 'bad',
  payer: 'bad',
  uncoded: 'warn',
  repeated: 'warn',
  waiting: 'busy',
  again: 'warn',
  done: 'idle',
  returned: 'idle',
  recorded: 'idle',
  none: 'idle',
  outgoing: 'idle',
  invalid: 'warn',
})

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

export const addressLooks = looksOf(addressStateNames, {
  free: 'busy',
  held: 'warn',
  bound: 'good',
  cooling: 'idle',
  retired: 'idle',
})

/** A region or an access way. */
export const offerLooks = {
  offered: { word: '已上架', tone: 'good' },
  hidden: { word: '未上架', tone: 'idle' },
  archived: { word: '已归档', tone: 'idle' },
} as const satisfies Record<string, StateLook>

export const installerLooks = {
  current: { word: '当前版本', tone: 'good' },
  earlier: { word: '历史版本', tone: 'idle' },
  withdrawn: { word: '已撤回', tone: 'idle' },
} as const satisfies Record<InstallerState, StateLook>
export const couponTypeLooks = looksOf(couponTypeStateNames, {
  open: 'good',
  upcoming: 'busy',
  gone: 'warn',
  ended: 'idle',
  off: 'idle',
})

export const giftLooks = looksOf(giftStateNames, { previewed: 'busy', running: 'busy', done: 'good', failed: 'bad' })

export const giftOutcomeLooks = looksOf(giftOutcomeNames, {
  ready: 'busy',
  given: 'good',
  unknown: 'bad',
  ambiguous: 'bad',
  duplicate: 'warn',
  limit: 'warn',
  refused: 'bad',
})

export const channelLooks = looksOf(channelStateNames, { active: 'good', ended: 'idle' })

export const promotionLooks = looksOf(promotionStateNames, {
  open: 'good',
  upcoming: 'busy',
  ended: 'idle',
  used_up: 'warn',
  disabled: 'idle',
})
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

export const healthLooks = looksOf(healthStateNames, {
  good: 'good',
  warn: 'warn',
  bad: 'bad',
  unknown: 'busy',
  absent: 'idle',
})

export const deliveryLooks = looksOf(deliveryStateNames, { waiting: 'busy', sent: 'good', failed: 'bad' })
