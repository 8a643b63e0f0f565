import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// antd's calendars show it. Here, so that it comes with the first page that has one, and none has one without it.
dayjs.locale('zh-cn')

export type { Dayjs } from 'dayjs'
export { dayjs }
