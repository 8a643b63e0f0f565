const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Formats a time, in milliseconds since 1970, as pages do, for a text that no page formats: 2026-11-26 03:43. */
export const inChina = (time: number): string => format.format(time)
