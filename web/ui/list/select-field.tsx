import { Select } from 'antd'
import { clearable } from '../clearable.tsx'
import type { Taken } from '../later.tsx'

interface Option {
  value: string
  label: string
}

export interface SelectFieldProps {
  label: string
  value: string | undefined
  options: readonly Option[] | readonly { label: string; options: readonly Option[] }[]
  onChange: (value: string | undefined) => void
  /** Lets the user search the options by typing. */
  searched?: boolean
  /** True if there is always a value. */
  required?: boolean
}

/** antd's select, which replaces its stand-in. */
export const SelectField = ({
  label,
  value,
  options,
  onChange,
  searched,
  required,
  autoFocus = false,
  defaultOpen = false,
}: SelectFieldProps & Partial<Taken>) => (
  <Select
    autoFocus={autoFocus}
    defaultOpen={defaultOpen}
    className="select-filter"
    aria-label={label}
    placeholder={label}
    allowClear={!required && clearable}
    showSearch={searched && { optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
    value={value}
    // antd accepts no read-only arrays.
    options={options.map(option => ('options' in option ? { ...option, options: [...option.options] } : option))}
    onChange={next => onChange(next ?? undefined)}
  />
)
