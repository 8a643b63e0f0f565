/** Returns the outcome of a request: that it waits, or what was done if the policy lets one operator do it. */
export const requestedMessage = ({ data }: { data: { result: string | null } }): string =>
  data.result ?? '已提交，等待另一位操作员确认'

/** The same for a dialog of which only some calls are requests; for the others it is the server's message. */
export const messageOf = ({ data, msg }: { data: unknown; msg: string }): string =>
  isRequested(data) ? requestedMessage({ data }) : msg

const isRequested = (data: unknown): data is { result: string | null } =>
  typeof data === 'object' && data !== null && 'result' in data
