/** Names and limits of employees' requests. Browser and server share this file, so it must not import zod. */

export const requestKinds = ['line', 'days', 'device'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestKindNames: Record<RequestKind, string> = {
  line: '使用专线',
  days: '增加时长',
  device: '审核设备',
}

export const requestStates = ['open', 'approved', 'refused', 'withdrawn', 'lapsed'] as const
export type RequestState = (typeof requestStates)[number]

/** The most open requests of one person. */
export const openRequests = 5
