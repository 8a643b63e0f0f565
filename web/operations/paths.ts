/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  approvals: '/operations/approvals',
  orders: '/operations/orders',
  transfers: '/operations/transfers',
  statement: '/operations/transfers/statement',
  money: '/operations/money',
  refunds: '/operations/refunds',
  invoices: '/operations/invoices',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** One order, by its number. */
export const salesOrderPath = (orderNumber: string) => `${operationsPaths.orders}/${encodeURIComponent(orderNumber)}`

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`
