/** The words for what employees ask for. Browser and server share this file, so it has no zod. */

export const requestKinds = ['line', 'days', 'device'] as const
export type RequestKind = (typeof requestKinds)[number]
export const requestKindNames: Record<RequestKind, string> = {
  line: '使用专线',
  days: '增加时长',
  device: '审核设备',
}

export const requestStates = ['open', 'approved', 'refused', 'withdrawn', 'lapsed'] as const
export type RequestState = (typeof requestStates)[number]

/** A person may have so many open requests. */
export const openRequests = 5
