import { serverNow } from '#web/data/server-time.ts'
import { type Dayjs, dayjs } from '#web/ui/dayjs.ts'
import { dateTime } from './format.ts'

/** Converts an instant to the value of a minute field (2026-11-20T09:30), in Shanghai time wherever the browser is. */
export const toLocal = (instant: string): string => dateTime(instant).replace(' ', 'T')
/**
 * Shanghai has no daylight saving time, so the offset is constant. An instant `before` whose minute was not changed keeps its
 * seconds, which the field does not show.
 */
export const fromLocal = (local: string, before?: string | null): string =>
  before && toLocal(before) === local.slice(0, 16) ? before : new Date(`${local.slice(0, 16)}:00+08:00`).toISOString()

/** The same conversions for antd's pickers. */
export const toPicker = (instant: string | number): Dayjs => dayjs(dateTime(instant))
export const fromPicker = (picked: Dayjs, before?: string | null): string =>
  fromLocal(picked.format('YYYY-MM-DDTHH:mm'), before)

/**
 * Returns the present minute in China, for pickers: if the browser's date differs, its own calendar would leave out China's day.
 */
export const chinaNow = (): Dayjs => toPicker(serverNow())
