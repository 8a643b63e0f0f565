import { Form, Radio } from 'antd'
import { redScopeNames } from '#contract/operations/sales-names.ts'
import { yuan } from '#web/ui/format.ts'
import type { Invoice } from './invoice.ts'

/** Returns the remaining amount of an issued invoice, and the part of it that was refunded and can be reversed separately. */
export function redSumsOf({ amount, overstated, reds }: Invoice) {
  const standing = amount - reds.reduce((sum, red) => sum + red.amount, 0)
  const inPart = overstated > 0 && overstated < standing
  return { standing, inPart, sums: { refunded: overstated, whole: standing } }
}

export const RedScopeField = ({ sums }: Pick<ReturnType<typeof redSumsOf>, 'sums'>) => (
  <Form.Item name="scope" label="红冲的范围" initialValue="refunded">
    <Radio.Group
      options={(['refunded', 'whole'] as const).map(value => ({
        value,
        label: `${redScopeNames[value]} ${yuan(sums[value])}`,
      }))}
    />
  </Form.Item>
)
