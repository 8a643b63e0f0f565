const format = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Formats a time, in milliseconds since 1970, like pages do, for texts outside pages: 2026-11-26 03:43. */
export const inChina = (time: number): string => format.format(time)
