import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// antd's calendars show the locale. It is set here, so that it loads with the first page that has a calendar and no
// calendar appears without it.
dayjs.locale('zh-cn')

export type { Dayjs } from 'dayjs'
export { dayjs }
