import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { usePreview } from '#web/ui/use-preview.ts'

interface Known {
  employee_id: string
  name: string
}

interface EmployeesPickerProps {
  id: string
  value: string[]
  /** Of those chosen before, so that their names show at once. */
  known: readonly Known[]
  onChange: (ids: string[]) => void
  placeholder: string
}

/** Several employees, each found by name, phone or job number. */
export function EmployeesPicker({ id, value, known, onChange, placeholder }: EmployeesPickerProps) {
  const [words, setWords] = useState('')
  const [names, setNames] = useState<ReadonlyMap<string, string>>(
    () => new Map(known.map(({ employee_id, name }) => [employee_id, name])),
  )
  const { data, waiting } = usePreview('getCompanyUserList', {
    keyword: words.trim() || undefined,
    order: 'name',
    page_size: 50,
  })
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
      allowClear
      showSearch={{ filterOption: false, onSearch: setWords }}
      placeholder={placeholder}
      labelInValue
      // What is chosen keeps its name, and stands not among what was found.
      value={value.map(chosen => ({ value: chosen, label: names.get(chosen) ?? '所选员工' }))}
      options={options}
      optionRender={({ data: { label, about } }) => (
        <span className="two-lines">
          <span>{label}</span>
          <span>{about}</span>
        </span>
      )}
      notFoundContent={waiting ? '正在查找…' : '没有找到员工'}
      maxTagCount={30}
      onChange={next => {
        setWords('')
        onChange(next.map(({ value: chosen }) => chosen))
      }}
    />
  )
}
