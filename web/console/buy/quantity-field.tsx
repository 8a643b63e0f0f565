import { InputNumber } from 'antd'

interface QuantityFieldProps {
  id?: string
  label?: string
  /** 0 while nothing is typed. */
  value: number
  max: number
  unit: string
  change: (value: number) => void
}

/** A whole number from 1, by typing or in steps. */
export const QuantityField = ({ id, label, value, max, unit, change }: QuantityFieldProps) => (
  <InputNumber
    className="quantity"
    id={id}
    aria-label={label}
    min={1}
    max={Math.max(1, max)}
    precision={0}
    suffix={unit}
    inputMode="numeric"
    value={value || null}
    onChange={next => change(next ?? 0)}
  />
)
