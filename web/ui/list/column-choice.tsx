import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover } from 'antd'

interface ColumnChoiceProps {
  choices: { key: string; title: string; on: boolean }[]
  set: (key: string, on: boolean) => void
  reset: () => void
}

export const ColumnChoice = ({ choices, set, reset }: ColumnChoiceProps) => (
  <Popover
    trigger="click"
    placement="bottomRight"
    content={
      <fieldset className="column-choice">
        <legend>显示的列</legend>
        {choices.map(({ key, title, on }) => (
          <Checkbox key={key} checked={on} onChange={event => set(key, event.target.checked)}>
            {title}
          </Checkbox>
        ))}
        <Button size="small" type="link" onClick={reset}>
          恢复默认
        </Button>
      </fieldset>
    }
  >
    <Button icon={<SettingOutlined />} aria-label="选择显示的列" title="选择显示的列" />
  </Popover>
)
