const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Between an instant and what a MomentField holds, always as Beijing time, wherever the operator is. */
export const toLocal = (instant: string) => shanghai.format(new Date(instant)).replace(' ', 'T')
export const fromLocal = (local: string) => new Date(`${local.slice(0, 16)}:00+08:00`).toISOString()
