import { Select } from 'antd'
import { useState } from 'react'
import { usePreview } from '#web/data/use-preview.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { lineLabel } from '../lines/line-label.ts'

interface LineSelectProps {
  /** Set by the surrounding form. */
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  /** The line already chosen, which a search may not find. */
  selected?: { svp_id: string; name: string } | undefined
}

/** Chooses one of the company's lines by name, remark or address. */
export function LineSelect({ id, value, onChange, selected }: LineSelectProps) {
  const [words, setWords] = useState('')
  const found = usePreview('getCompanyVplList', { keyword: words.trim() || undefined, page_size: 20 })
  const options = (found.data?.list ?? []).map(line => ({ value: line.svp_id, label: lineLabel(line) }))
  if (selected && selected.svp_id === value && !options.some(option => option.value === value))
    options.unshift({ value: selected.svp_id, label: selected.name })
  return (
    <Select
      {...(id && { id })}
      showSearch={{ filterOption: false, onSearch: setWords }}
      allowClear={clearable}
      placeholder="按名称、备注或地址查找"
      value={value ?? undefined}
      options={options}
      {...outcomeOf(found, '没有找到专线', options)}
      onChange={(next: string | undefined) => {
        setWords('')
        onChange?.(next ?? null)
      }}
    />
  )
}
