import type { TicketState, TicketView } from '#contract/ticket-names.ts'

/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  dashboard: '/operations/dashboard',
  verifications: '/operations/verifications',
  verification: '/operations/verifications/:id',
  disputes: '/operations/disputes',
  dispute: '/operations/disputes/:id',
  trials: '/operations/trials',
  tickets: '/operations/tickets',
  figures: '/operations/figures',
  figureRows: '/operations/figures/rows',
  approvals: '/operations/approvals',
  companies: '/operations/companies',
  accounts: '/operations/accounts',
  onlineDevices: '/operations/devices',
  regions: '/operations/regions',
  accessWays: '/operations/access-ways',
  addresses: '/operations/addresses',
  addressImport: '/operations/addresses/import',
  lines: '/operations/lines',
  line: '/operations/lines/:company/:id',
  installers: '/operations/installers',
  coupons: '/operations/coupons',
  channels: '/operations/channels',
  catalogue: '/operations/catalogue',
  prices: '/operations/prices',
  orders: '/operations/orders',
  proposals: '/operations/proposals',
  transfers: '/operations/transfers',
  statement: '/operations/transfers/statement',
  money: '/operations/money',
  bills: '/operations/bills',
  balances: '/operations/balances',
  refunds: '/operations/refunds',
  invoices: '/operations/invoices',
  articles: '/operations/articles',
  newArticle: '/operations/articles/new',
  articleCategories: '/operations/articles/categories',
  terms: '/operations/terms',
  announcements: '/operations/announcements',
  health: '/operations/health',
  operators: '/operations/operators',
  approvalPolicy: '/operations/approval-policy',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** A company's page, with one of its tabs open. */
export const companyPath = (id: string, tab?: string, filters: Record<string, string> = {}) =>
  `${operationsPaths.companies}/${id}${tab ? `?${new URLSearchParams({ tab, ...filters })}` : ''}`
export const accountPath = (id: string) => `${operationsPaths.accounts}/${id}`

export const ordersOf = (companyId: string) =>
  `${operationsPaths.orders}?${new URLSearchParams({ company_id: companyId })}`
/** An order's page, by the order number. */
export const salesOrderPath = (orderNumber: string) => `${operationsPaths.orders}/${encodeURIComponent(orderNumber)}`
/** A proposal's page; `id` may be a route parameter. */
export const salesProposalPath = (id: string) => `${operationsPaths.proposals}/${id}`
export const balancePath = (companyId: string) => `${operationsPaths.balances}/${companyId}`
/** The same, with the ledger of one month. */
export const balanceMonthPath = (companyId: string, month: string) => {
  const [year, of] = month.split('-').map(Number)
  const last = new Date(Date.UTC(year ?? 0, of ?? 0, 0)).getUTCDate()
  return `${balancePath(companyId)}?${new URLSearchParams({ from: `${month}-01`, to: `${month}-${last}` })}`
}
export const editArticlePath = (id: string) => `${operationsPaths.articles}/${id}`
export const editTermsPath = (id: string) => `${operationsPaths.terms}/${id}`

/** The audit log filtered by one target. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`

const filtered = (path: string, filters: Record<string, string>) => `${path}?${new URLSearchParams(filters)}`
export const addressesAt = (filters: {
  region_id?: string
  access_way_id?: string
  state?: string
  keyword?: string
}) => filtered(operationsPaths.addresses, filters)
export const linesAt = (filters: { region_id?: string; access_way_id?: string; company_id?: string; state?: string }) =>
  filtered(operationsPaths.lines, filters)
export const operatedLinePath = ({ company_id, line_id }: { company_id: string; line_id: string }) =>
  `${operationsPaths.lines}/${company_id}/${line_id}`
/** A coupon type's page; `id` may be a route parameter. */
export const couponPath = (id: string, part?: 'edit') => `${operationsPaths.coupons}/${id}${part ? `/${part}` : ''}`
/** The page for a new type, with the rules of another as a template. */
export const newCouponPath = (like?: string) => `${operationsPaths.coupons}/new${like ? `?like=${like}` : ''}`
export const giftPath = (couponTypeId: string, giftId: string) => `${couponPath(couponTypeId)}/gifts/${giftId}`
export const channelPath = (id: string) => `${operationsPaths.channels}/${id}`
/** A category of the catalogue, with its packages or some of its goods open. */
export const categoryPath = (category: string, more: { tab?: 'packages'; goods?: string } = {}) =>
  `${operationsPaths.catalogue}?${new URLSearchParams({ category, ...more })}`
export const verificationPath = (id: string) => `${operationsPaths.verifications}/${id}`
export const disputePath = (id: string) => `${operationsPaths.disputes}/${id}`
export const supportTicketPath = (id: string) => `${operationsPaths.tickets}/${id}`
/** The invoices of all states with one keyword. */
export const invoicesAt = (keyword: string) => filtered(operationsPaths.invoices, { state: 'all', keyword })
/** The address of the tickets in a state or a view. */
export const ticketsAt = (filter: { state: TicketState } | { view: TicketView }) =>
  filtered(operationsPaths.tickets, filter)
/** The address of the rows that make up a figure for some months. */
export const figureRowsPath = ({ channel, ...which }: { figure: string; from: string; to: string; channel?: string }) =>
  filtered(operationsPaths.figureRows, { ...which, ...(channel && { channel }) })
