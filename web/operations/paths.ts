/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  approvals: '/operations/approvals',
  articles: '/operations/articles',
  newArticle: '/operations/articles/new',
  articleCategories: '/operations/articles/categories',
  terms: '/operations/terms',
  announcements: '/operations/announcements',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

export const editArticlePath = (id: string) => `${operationsPaths.articles}/${id}`
export const editTermsPath = (id: string) => `${operationsPaths.terms}/${id}`

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`
