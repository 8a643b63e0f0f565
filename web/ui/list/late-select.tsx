import { DownOutlined } from '@ant-design/icons'
import { type StandIn, useStandIn } from '../later.tsx'
import type { SelectFieldProps } from './select-field.tsx'

interface SelectStandInProps {
  label: string
  /** Shown while nothing is chosen, instead of the name. */
  empty?: string
  /** The name of the chosen option. */
  text: string | undefined
  standIn: StandIn
}

/** Looks like a closed select, but is only a button. */
export const SelectStandIn = ({ label, empty = label, text, standIn }: SelectStandInProps) => (
  <button
    type="button"
    role="combobox"
    aria-haspopup="listbox"
    aria-expanded="false"
    aria-label={label}
    className="select-filter select-stand-in"
    data-empty={text === undefined ? '' : undefined}
    {...standIn}
  >
    <span>{text ?? empty}</span>
    <DownOutlined />
  </button>
)

const load = async () => (await import('./select-field.tsx')).SelectField

/**
 * Chooses one of a few options. antd's select is an eighth of the scripts that the rows wait for, and four of them take longer to
 * render than the rows, so it is loaded when the pointer reaches one.
 */
export function LateSelect(props: SelectFieldProps) {
  const { Part, taken, standIn } = useStandIn(load)
  if (Part) return <Part {...props} {...taken} />
  const { label, value, options } = props
  const all = options.flatMap(option => ('options' in option ? option.options : [option]))
  return <SelectStandIn label={label} text={all.find(option => option.value === value)?.label} standIn={standIn} />
}
