import dayjs, { type Dayjs } from 'dayjs'
import { dateTime } from './format.ts'

/** What a picker shows for an instant: the clock of Shanghai, wherever the browser is. */
export const pickerTime = (instant: string): Dayjs => dayjs(dateTime(instant))

/** The instant that a picker's minute means in Shanghai, which knows no summer time. */
export const instantOf = (picked: Dayjs): string =>
  new Date(`${picked.format('YYYY-MM-DDTHH:mm')}:00+08:00`).toISOString()
