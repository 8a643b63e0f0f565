/** Words of a device's states and platforms, for pages and sheets alike. No zod: pages import this at run time. */
export const auditStateNames = { pending: '待审核', approved: '已通过', rejected: '已驳回' } as const
export const authStateNames = { authorized: '已授权', suspended: '已暂停' } as const
export const platformNames = { windows: 'Windows', mac: 'macOS', android: 'Android', ios: 'iOS' } as const
