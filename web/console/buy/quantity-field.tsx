import { WholeNumber } from '#web/ui/whole-number.tsx'

interface QuantityFieldProps {
  id?: string
  label?: string
  /** 0 while nothing is typed. */
  value: number
  unit: string
  /** More than there may be: the reason stands beside it. */
  wrong?: boolean
  change: (value: number) => void
}

/** How many, by typing or in steps. */
export const QuantityField = ({ id, label, value, unit, wrong, change }: QuantityFieldProps) => (
  <WholeNumber
    className="quantity"
    id={id}
    aria-label={label}
    status={wrong ? 'error' : undefined}
    suffix={unit}
    value={value || null}
    onChange={next => change(next ?? 0)}
  />
)
