import { Form, InputNumber } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { categoryFields, highestDiscount } from '#contract/records/catalogue-fields.ts'
export type ListedPackage = OperationOutput<'getPackageTypes'>['list'][number]

export const SortField = ({ sort }: { sort: number }) => (
  <Form.Item
    name="sort"
    label={categoryFields.sort.label}
    initialValue={sort}
    extra="数字小的在前"
    rules={[{ required: true, message: '请输入排序' }]}
  >
    <InputNumber min={0} max={categoryFields.sort.max} precision={0} />
  </Form.Item>
)

export const DiscountField = ({ percent }: { percent?: number }) => (
  <Form.Item
    name="discount_percent"
    label="折扣"
    initialValue={percent}
    extra="比按天数折算的价格优惠百分之几；0 为无折扣"
    rules={[{ required: true, message: '请输入折扣' }]}
  >
    <InputNumber min={0} max={highestDiscount} precision={0} suffix="%" />
  </Form.Item>
)
