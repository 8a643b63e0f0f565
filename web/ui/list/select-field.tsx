import { Select } from 'antd'
import type { RequestState } from '#web/data/use-request.ts'
import { clearable } from '../clearable.tsx'
import type { Taken } from '../later.tsx'
import { outcomeOf } from '../search-outcome.tsx'

interface Option {
  value: string
  label: string
}

export interface SelectFieldProps {
  label: string
  value: string | undefined
  options: readonly Option[] | readonly { label: string; options: readonly Option[] }[]
  /** The call that loads the options, if one does: its failure is shown in their place and can be repeated there. */
  found?: RequestState | undefined
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
  found,
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
    {...(found && outcomeOf(found, '没有可选的项', options))}
    value={value}
    // antd accepts no read-only arrays.
    options={options.map(option => ('options' in option ? { ...option, options: [...option.options] } : option))}
    onChange={next => onChange(next ?? undefined)}
  />
)
