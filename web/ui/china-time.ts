import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { dateTime } from './format.ts'

/** Between an instant and what a field of minutes holds (2026-11-20T09:30): the clock of Shanghai, wherever the browser is. */
export const toLocal = (instant: string): string => dateTime(instant).replace(' ', 'T')
/** Shanghai knows no summer time. */
export const fromLocal = (local: string): string => new Date(`${local.slice(0, 16)}:00+08:00`).toISOString()

/** The same for antd's pickers. */
export const pickerTime = (instant: string): Dayjs => dayjs(dateTime(instant))
export const instantOf = (picked: Dayjs): string => fromLocal(picked.format('YYYY-MM-DDTHH:mm'))
