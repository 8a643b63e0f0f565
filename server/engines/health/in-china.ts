const format = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Formats a time, in milliseconds since 1970, for a text that no page formats. */
export const inChina = (time: number): string => format.format(time)
