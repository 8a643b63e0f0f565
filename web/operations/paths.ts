/** Addresses of the back office's pages. */
export const operationsPaths = {
  home: '/operations',
  approvals: '/operations/approvals',
  coupons: '/operations/coupons',
  channels: '/operations/channels',
  operators: '/operations/operators',
  audit: '/operations/audit',
  account: '/operations/account',
} as const

/** What the audit log holds of one thing. */
export const auditOf = (target: string) => `${operationsPaths.audit}?${new URLSearchParams({ target })}`

/** One type of coupons; `id` may be a route's parameter. */
export const couponPath = (id: string, part?: 'edit') => `${operationsPaths.coupons}/${id}${part ? `/${part}` : ''}`
/** A new type, with the rules of another. */
export const newCouponPath = (like?: string) => `${operationsPaths.coupons}/new${like ? `?like=${like}` : ''}`
export const giftPath = (couponTypeId: string, giftId: string) => `${couponPath(couponTypeId)}/gifts/${giftId}`
export const channelPath = (id: string) => `${operationsPaths.channels}/${id}`
