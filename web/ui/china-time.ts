import { serverNow } from '#web/data/server-time.ts'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { dateTime } from './format.ts'

/** Converts an instant to the value of a minute field (2026-11-20T09:30), in Shanghai time wherever the browser is. */
export const toLocal = (instant: string): string => dateTime(instant).replace(' ', 'T')
/** Shanghai has no daylight saving time, so the offset is constant. */
export const fromLocal = (local: string): string => new Date(`${local.slice(0, 16)}:00+08:00`).toISOString()

/** The same conversions for antd's pickers. */
export const toPicker = (instant: string | number): Dayjs => dayjs(dateTime(instant))
export const fromPicker = (picked: Dayjs): string => fromLocal(picked.format('YYYY-MM-DDTHH:mm'))

/**
 * Returns the present minute in China, for pickers: if the browser's date differs, its own calendar would leave out China's day.
 */
export const chinaNow = (): Dayjs => toPicker(serverNow())
