import './list-tools.css'
import { FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { onDemandPart } from '../lazy-part.tsx'
import { useMedia } from '../use-media.ts'
import { LateSelect } from './late-select.tsx'
import { narrow } from './narrow.ts'
import type { SelectFieldProps } from './select-field.tsx'

/** Milliseconds after the last key before a search is sent. */
const searchDelay = 400

interface SearchFilterProps {
  /** The searched fields, as placeholder and accessible name: 姓名、手机号或工号. */
  label: string
  value: string | undefined
  onChange: (value: string | undefined) => void
  /** Increases when the filters are cleared. */
  cleared: number
}

/** Searches while the user types, and immediately on Enter. */
export function SearchFilter({ label, value = '', onChange, cleared }: SearchFilterProps) {
  const [text, setText] = useState(value)
  const [last, setLast] = useState({ value, cleared })
  /** True while something was typed that has not been searched yet. */
  const [pending, setPending] = useState(false)
  const timer = useRef(0)
  // The address was changed from elsewhere: by a link, or by clearing the filters.
  if (last.value !== value || last.cleared !== cleared) {
    setLast({ value, cleared })
    const typed = pending && last.cleared === cleared
    // The value of an earlier search must not replace what was typed since.
    if (!typed) setPending(false)
    if (!typed && text.trim() !== value) setText(value)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was being typed when the filters were cleared is not searched
  useEffect(() => () => clearTimeout(timer.current), [cleared])
  function search(next: string) {
    clearTimeout(timer.current)
    setPending(false)
    if (next.trim() !== value) onChange(next.trim() || undefined)
  }
  return (
    // A native field: antd's brings seven kinds of fields into the scripts that every page waits for.
    <span className="search-filter">
      <SearchOutlined />
      <input
        type="search"
        data-searches-rows=""
        aria-label={`搜索${label}`}
        placeholder={label}
        maxLength={50}
        value={text}
        onChange={event => {
          const next = event.target.value
          setText(next)
          setPending(true)
          clearTimeout(timer.current)
          timer.current = window.setTimeout(() => search(next), searchDelay)
        }}
        onKeyDown={event => {
          // An Enter that completes a word in an input method is not a search.
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(text)
        }}
      />
    </span>
  )
}

interface SelectFilterProps<Value extends string> extends Pick<SelectFieldProps, 'label' | 'found'> {
  value: Value | undefined
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value | undefined) => void
}

/** Filters by one of a few options; clearing it shows all. */
export const SelectFilter = <Value extends string>({ onChange, ...props }: SelectFilterProps<Value>) => (
  // The cast holds because the choice is one of the options, or nothing.
  <LateSelect {...props} onChange={next => onChange(next as Value | undefined)} />
)

interface NamedFilterProps<Value extends string> extends Omit<SelectFilterProps<Value>, 'options' | 'found'> {
  values: readonly Value[]
  names: Readonly<Record<Value, string | { word: string }>>
}

/** Filters by one of a few values, which are shown by their names or state labels. */
export const NamedFilter = <Value extends string>({ values, names, ...props }: NamedFilterProps<Value>) => {
  const labelOf = (name: string | { word: string }) => (typeof name === 'string' ? name : name.word)
  return <SelectFilter {...props} options={values.map(value => ({ value, label: labelOf(names[value]) }))} />
}

interface GroupedFilterProps {
  label: string
  value: string | undefined
  groups: readonly { label: string; options: readonly { value: string; label: string }[] }[]
  onChange: (value: string | undefined) => void
}

/** Filters by one of many options, which can be searched. */
interface TickFilterProps {
  label: string
  value?: true | undefined
  onChange: (value: true | undefined) => void
}

/** Restricts the list to rows of one kind. */
export const TickFilter = ({ label, value, onChange }: TickFilterProps) => (
  <label className="filter-tick">
    <input
      type="checkbox"
      className="check"
      checked={value ?? false}
      onChange={event => onChange(event.target.checked || undefined)}
    />
    {label}
  </label>
)

export const GroupedFilter = ({ groups, ...props }: GroupedFilterProps) => (
  <LateSelect {...props} options={groups} searched />
)

interface FilterBarProps {
  /** Reports whether any filter is set. */
  filtered: boolean
  clear: () => void
  children: ReactNode
}

const FilterSheet = onDemandPart(async () => (await import('./filter-sheet.tsx')).FilterSheet)

/**
 * The filters above a list, in one row that wraps. On a phone they would push the rows out of sight, so all but the search are in a
 * sheet there.
 */
export function FilterBar({ filtered, clear, children }: FilterBarProps) {
  const [open, setOpen] = useState(false)
  const phone = useMedia(narrow)
  return (
    <search className="filter-bar" aria-label="筛选">
      {children}
      <button
        type="button"
        className="filter-toggle"
        aria-haspopup="dialog"
        aria-expanded={open}
        data-filtered={filtered ? '' : undefined}
        onClick={() => setOpen(true)}
      >
        <FilterOutlined aria-hidden="true" />
        {filtered ? '筛选中' : '筛选'}
      </button>
      {filtered && !phone && (
        <Button look="link" className="filter-clear" onClick={clear}>
          清除筛选
        </Button>
      )}
      {phone && (
        <FilterSheet open={open} close={() => setOpen(false)} filtered={filtered} clear={clear}>
          {children}
        </FilterSheet>
      )}
    </search>
  )
}
