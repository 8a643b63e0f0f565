import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'

type Employee = OutputOf<'getCompanyUserList'>['list'][number]

interface EmployeePickerProps {
  value?: string
  /** The name for `value`, if the page knows it without a search. */
  name?: string | null
  onChange?: (id: string | undefined, employee: Employee | undefined) => void
  placeholder: string
  /** Limits the people who can be selected. */
  filter?: Pick<InputOf<'getCompanyUserList'>, 'state'>
  except?: string
  id?: string
  className?: string
  'aria-label'?: string
}

/** Selects one employee by name, phone or job number. */
export function EmployeePicker({ value, name, onChange, placeholder, filter, except, ...field }: EmployeePickerProps) {
  const [words, setWords] = useState('')
  const [loaded, setLoaded] = useState<ReadonlyMap<string, Employee>>(new Map())
  const keyword = words.trim() || undefined
  const search = usePreview('getCompanyUserList', { ...filter, keyword, order: 'name', page_size: 20 })
  const { data } = search
  useEffect(() => {
    if (data) setLoaded(before => new Map([...before, ...data.list.map(row => [row.employee_id, row] as const)]))
  }, [data])
  const found = data?.list ?? []
  const chosen = loaded.get(value ?? '')
  const rows = chosen && !keyword && !found.some(row => row.employee_id === value) ? [chosen, ...found] : found
  const options = rows
    .filter((row, index) => row.employee_id !== except && rows.indexOf(row) === index)
    .map(({ employee_id, name, phone, dept_path }) => ({ value: employee_id, label: name, about: [phone, dept_path] }))
  if (value && !keyword && !options.some(option => option.value === value))
    options.unshift({ value, label: name ?? '所选员工', about: [] })
  return (
    <Select
      {...field}
      showSearch={{ filterOption: false, onSearch: setWords }}
      allowClear={clearable}
      placeholder={placeholder}
      value={value}
      options={options}
      optionRender={({ data: { label, about } }) => (
        <TwoLines first={label} second={about.filter(Boolean).join(' · ')} />
      )}
      {...outcomeOf(search, '没有找到员工', options)}
      popupMatchSelectWidth={false}
      onChange={next => {
        setWords('')
        onChange?.(next ?? undefined, loaded.get(next ?? ''))
      }}
    />
  )
}
