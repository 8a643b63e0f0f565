import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { usePreview } from '#web/data/use-preview.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { TwoLines } from '#web/ui/two-lines.tsx'

interface NamedEmployee {
  employee_id: string
  name: string
}

interface EmployeesPickerProps {
  id: string
  value: string[]
  /** The people selected before, so that their names show immediately. */
  selected: readonly NamedEmployee[]
  onChange: (ids: string[], names: ReadonlyMap<string, string>) => void
  placeholder: string
}

/** Selects several employees, each by name, phone or job number. */
export function EmployeesPicker({ id, value, selected, onChange, placeholder }: EmployeesPickerProps) {
  const [words, setWords] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    () => new Map(selected.map(({ employee_id, name }) => [employee_id, name])),
  )
  const search = usePreview('getCompanyUserList', {
    keyword: words.trim() || undefined,
    order: 'name',
    page_size: 50,
  })
  const { data } = search
  useEffect(() => {
    if (data) setNames(before => new Map([...before, ...data.list.map(row => [row.employee_id, row.name] as const)]))
  }, [data])
  const found = data?.list ?? []
  const options = found.map(({ employee_id, name, phone, dept_path }) => ({
    value: employee_id,
    label: name,
    about: [phone, dept_path].filter(Boolean).join(' · '),
  }))
  return (
    <Select
      id={id}
      mode="multiple"
      allowClear={clearable}
      showSearch={{ filterOption: false, onSearch: setWords }}
      placeholder={placeholder}
      labelInValue
      // Selected people keep their names and are left out of the search results.
      value={value.map(chosen => ({ value: chosen, label: names.get(chosen) ?? '所选员工' }))}
      options={options}
      optionRender={({ data: { label, about } }) => <TwoLines first={label} second={about} />}
      {...outcomeOf(search, '没有找到员工', options)}
      maxTagCount={30}
      onChange={next => {
        setWords('')
        onChange(
          next.map(({ value: chosen }) => chosen),
          names,
        )
      }}
    />
  )
}
