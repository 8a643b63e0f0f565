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

/** Whatever of a company has to be settled before it can be closed, with its count, or the amount of the balance, in words. */
export const openMatterNames = {
  orders: (figure: string) => `${figure} 个没有结束的订单`,
  refunds: (figure: string) => `${figure} 笔没有结束的退款`,
  payments: (figure: string) => `${figure} 笔异常款项`,
  lines: (figure: string) => `${figure} 条没有释放的专线`,
  trials: (figure: string) => `${figure} 个没有结束的试用`,
  invoices: (figure: string) => `${figure} 张没有处理的发票申请`,
  tickets: (figure: string) => `${figure} 个没有关闭的工单`,
  requests: (figure: string) => `${figure} 项等着第二人确认的申请`,
  balance: (figure: string) => `余额 ${figure}`,
}
export type OpenMatter = keyof typeof openMatterNames
export const openMatters = Object.keys(openMatterNames) as OpenMatter[]
/** The matters that the company itself is shown; what waits for a second operator is internal. */
export const ownMatters = openMatters.filter(matter => matter !== 'requests')

/** Person-days below which a balance counts as low: it cannot renew one person for the shortest package. */
export const lowBalanceDays = 30

/** The kinds of entries in a company's list of payments and refunds. */
export const moneyKinds = ['payment', 'refund'] as const
export type MoneyKind = (typeof moneyKinds)[number]
export const moneyKindNames: Record<MoneyKind, string> = { payment: '付款', refund: '退款' }
