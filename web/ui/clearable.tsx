import { CloseCircleFilled } from '@ant-design/icons'

/** The button that empties a select. antd's default name for it is English. */
export const clearable = { label: '清除', clearIcon: <CloseCircleFilled /> }
