import { Select } from 'antd'
import { useState } from 'react'
import { usePreview } from '#web/data/use-preview.ts'
import type { WhyQuestion } from './why-question.ts'

interface LinePickerProps {
  value: string | undefined
  known: WhyQuestion['line']
  onChange: (id: string | undefined) => void
}

export function LinePicker({ value, known, onChange }: LinePickerProps) {
  const [words, setWords] = useState('')
  const { data, waiting } = usePreview('getCompanyVplList', { keyword: words.trim() || undefined, page_size: 20 })
  const options = (data?.list ?? []).map(({ svp_id, name, city, address }) => ({
    value: svp_id,
    label: `${name} · ${address ?? `${city}，待绑定`}`,
  }))
  if (value && !options.some(option => option.value === value) && known?.svp_id === value)
    options.unshift({ value, label: known.name })
  return (
    <label htmlFor="why-line">
      专线
      <Select
        id="why-line"
        showSearch={{ filterOption: false, onSearch: setWords }}
        allowClear
        placeholder="按名称、备注或地址查找"
        value={value}
        options={options}
        notFoundContent={waiting ? '正在查找…' : '没有找到专线'}
        onChange={(next: string | undefined) => {
          setWords('')
          onChange(next)
        }}
      />
    </label>
  )
}
