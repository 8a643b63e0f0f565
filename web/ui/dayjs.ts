import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'

// The locale of antd's calendars. It is set here, so that it is loaded with the first calendar and none appears without it.
dayjs.locale('zh-cn')

export type { Dayjs } from 'dayjs'
export { dayjs }
