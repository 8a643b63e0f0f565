/** Names of addresses' states. Browser and server share this file, so it must not import zod. */
export const addressStates = ['free', 'held', 'bound', 'cooling', 'retired'] as const
export type AddressState = (typeof addressStates)[number]
export const addressStateNames: Record<AddressState, string> = {
  free: '空闲',
  held: '保留',
  bound: '已绑定',
  cooling: '冷却中',
  retired: '已停用',
}

export const addressFields = { gateway: { label: '网关', max: 253 } } as const
