import { Select } from 'antd'
import { useState } from 'react'
import type { RequestState } from '#web/data/use-request.ts'
import { clearable } from './clearable.tsx'
import { outcomeOf } from './search-outcome.tsx'

interface DevicePickerProps {
  devices: readonly { device_id: string; name: string; usable: boolean }[]
  value: string | undefined
  onChange: (id: string | undefined) => void
}

/** Selects one of a person's devices. */
export const DevicePicker = ({ devices, value, onChange }: DevicePickerProps) => (
  <label htmlFor="why-device">
    设备
    <Select
      id="why-device"
      allowClear={clearable}
      placeholder={devices.length ? '选择一台设备' : '还没有登记设备'}
      value={value}
      options={devices.map(({ device_id, name, usable }) => ({
        value: device_id,
        label: `${name}${usable ? '' : '（现在不能使用）'}`,
      }))}
      onChange={(next: string | undefined) => onChange(next)}
    />
  </label>
)

interface LinePickerProps {
  /** The search and its results. */
  found: RequestState & {
    data?: { list: readonly { svp_id: string; name: string; city: string; address: string | null }[] } | undefined
  }
  onSearch: (words: string) => void
  value: string | undefined
  /** The initial line, which a search may not find. */
  selected?: { svp_id: string; name: string } | undefined
  onChange: (id: string | undefined) => void
}

/** Selects one of a company's lines by name, remark or address. */
export function LinePicker({ found, onSearch, value, selected, onChange }: LinePickerProps) {
  // A chosen entry keeps its name even if the next search does not find it.
  const [chosen, setChosen] = useState(selected && { value: selected.svp_id, label: selected.name })
  const options = (found.data?.list ?? []).map(({ svp_id, name, city, address }) => ({
    value: svp_id,
    label: `${name} · ${address ?? `${city}，待绑定`}`,
  }))
  if (chosen && chosen.value === value && !options.some(option => option.value === value)) options.unshift(chosen)
  return (
    <label htmlFor="why-line">
      专线
      <Select
        id="why-line"
        showSearch={{ filterOption: false, onSearch }}
        allowClear={clearable}
        placeholder="按名称、备注或地址查找"
        value={value}
        options={options}
        {...outcomeOf(found, '没有找到专线', options)}
        onChange={(next: string | undefined) => {
          onSearch('')
          setChosen(options.find(option => option.value === next))
          onChange(next)
        }}
      />
    </label>
  )
}
