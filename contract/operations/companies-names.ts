/** Names of the companies and accounts modules. Pages use this file, so it must not import zod. */

export const smsStates = ['waiting', 'sent', 'failed'] as const

/** The source of an entry in a company's log: the provider, or the company's own activity log. */
export const companyLogSources = [
  'audit',
  'people',
  'devices',
  'lines',
  'groups',
  'trade',
  'tickets',
  'notes',
  'messages',
] as const
export type CompanyLogSource = (typeof companyLogSources)[number]
export const companyLogNames: Record<CompanyLogSource, string> = {
  audit: '审计',
  people: '员工',
  devices: '设备',
  lines: '专线',
  groups: '专线组',
  trade: '交易',
  tickets: '工单',
  notes: '备注',
  messages: '短信',
}

/** Person-days below which a balance counts as low: it cannot renew one person for the shortest package. */
export const lowBalanceDays = 30

/** The kinds of entries in a company's list of payments and refunds. */
export const moneyKinds = ['payment', 'refund'] as const
export type MoneyKind = (typeof moneyKinds)[number]
export const moneyKindNames: Record<MoneyKind, string> = { payment: '付款', refund: '退款' }
