import { SettingOutlined } from '@ant-design/icons'
import { Checkbox, Popover } from 'antd'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useWindowKeys } from '../keyboard/window-keys.tsx'
import { Segmented } from '../segmented.tsx'
import { useDensity } from './density.ts'

interface ColumnChoiceProps {
  choices: { key: string; title: string; on: boolean }[]
  set: (key: string, on: boolean) => void
  reset: () => void
  /** Saves the displayed rows. */
  save: () => void
}

const densities = [
  { value: 'roomy' as const, label: '宽松' },
  { value: 'dense' as const, label: '紧凑' },
]

/** Sets the appearance of a list: its columns and density, and saves a file of the displayed rows. */
export function ColumnChoice({ choices, set, reset, save }: ColumnChoiceProps) {
  const [density, setDensity] = useDensity()
  // It is mounted on demand, so it starts open.
  const [open, setOpen] = useState(true)
  const keys = useWindowKeys(() => setOpen(false))
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={keys.afterOpenChange}
      trigger="click"
      placement="bottomRight"
      content={keys.content(
        <fieldset className="column-choice">
          <legend>显示的列</legend>
          {choices.map(({ key, title, on }) => (
            <Checkbox key={key} checked={on} onChange={event => set(key, event.target.checked)}>
              {title}
            </Checkbox>
          ))}
          <Button size="small" look="link" onClick={reset}>
            恢复默认
          </Button>
          <Segmented aria-label="行距" block options={densities} value={density} onChange={setDensity} />
          <Button size="small" onClick={save}>
            把本页存成表格
          </Button>
        </fieldset>,
      )}
    >
      <Button autoFocus icon={<SettingOutlined />} aria-label="列表的样子" title="列、行距与存成表格" />
    </Popover>
  )
}
