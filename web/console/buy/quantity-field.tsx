import { WholeNumber } from '#web/ui/whole-number.tsx'

interface QuantityFieldProps {
  id?: string
  label?: string
  /** 0 while the field holds no number. */
  value: number
  unit: string
  /** The quantity is missing or too large; the reason is shown beside the field. */
  wrong?: boolean
  change: (value: number) => void
}

export const QuantityField = ({ id, label, value, unit, wrong, change }: QuantityFieldProps) => (
  <WholeNumber
    id={id}
    aria-label={label}
    status={wrong ? 'error' : undefined}
    suffix={unit}
    value={value || null}
    onChange={next => change(next || 0)}
  />
)
