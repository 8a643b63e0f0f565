import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'

export interface RowAction {
  key: string
  label: string
  danger?: boolean
  disabled?: boolean
  run: () => void
}

/** The further actions of a row. A `null` between actions draws a divider. */
export function RowMenu({ label, actions }: { label: string; actions: readonly (RowAction | null)[] }) {
  const items = actions.map((action, index) =>
    action
      ? { key: action.key, label: action.label, danger: action.danger, disabled: action.disabled }
      : { key: `line-${index}`, type: 'divider' as const },
  )
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{ items, onClick: ({ key }) => actions.find(action => action?.key === key)?.run() }}
    >
      <Button type="text" size="small" icon={<MoreOutlined />} aria-label={label} />
    </Dropdown>
  )
}
