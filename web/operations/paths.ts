/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  approvals: '/operations/approvals',
  catalogue: '/operations/catalogue',
  prices: '/operations/prices',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`

/** A category of the catalogue, and within it its packages, or some of its goods. */
export const categoryPath = (category: string, more: { tab?: 'packages'; goods?: string } = {}) =>
  `${operationsPaths.catalogue}?${new URLSearchParams({ category, ...more })}`
