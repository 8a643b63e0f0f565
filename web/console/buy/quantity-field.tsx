import { WholeNumber } from '#web/ui/whole-number.tsx'

interface QuantityFieldProps {
  id?: string
  label?: string
  /** 0 while the field is empty. */
  value: number
  unit: string
  /** There is none or too many; the reason stands beside the field. */
  wrong?: boolean
  change: (value: number) => void
}

/** A quantity, typed or changed in steps. */
export const QuantityField = ({ id, label, value, unit, wrong, change }: QuantityFieldProps) => (
  <WholeNumber
    id={id}
    aria-label={label}
    status={wrong ? 'error' : undefined}
    suffix={unit}
    value={value || null}
    onChange={next => change(next ?? 0)}
  />
)
