/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  approvals: '/operations/approvals',
  companies: '/operations/companies',
  accounts: '/operations/accounts',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** One company, at one of its tabs. */
export const companyPath = (id: string, tab?: string) => `${operationsPaths.companies}/${id}${tab ? `?tab=${tab}` : ''}`
export const accountPath = (id: string) => `${operationsPaths.accounts}/${id}`

/** A company's orders, in the room of sales. */
export const ordersOf = (companyId: string) => `/operations/orders?${new URLSearchParams({ company_id: companyId })}`

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`
