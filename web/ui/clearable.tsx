import { CloseCircleFilled } from '@ant-design/icons'

/** A select's button that empties it. By itself antd names it in English. */
export const clearable = { label: '清除', clearIcon: <CloseCircleFilled /> }
