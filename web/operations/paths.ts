/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  dashboard: '/operations/dashboard',
  verifications: '/operations/verifications',
  verification: '/operations/verifications/:id',
  disputes: '/operations/disputes',
  dispute: '/operations/disputes/:id',
  approvals: '/operations/approvals',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`

export const verificationPath = (id: string) => `${operationsPaths.verifications}/${id}`
export const disputePath = (id: string) => `${operationsPaths.disputes}/${id}`
