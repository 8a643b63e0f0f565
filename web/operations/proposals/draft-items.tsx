import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Form, InputNumber, Select } from 'antd'
import { itemsPerOrder, seatsPerItem } from '#contract/shop.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import { type Choices, type DraftValues, skuLabel } from './draft-form.ts'

interface DraftItemsProps {
  choices: Choices | undefined
  /** How the choices load. */
  found: RequestState
  before: DraftValues['items']
}

/** The goods of a purchase, each with its package and quantity. */
export function DraftItems({ choices, found, before }: DraftItemsProps) {
  const form = Form.useFormInstance<DraftValues>()
  const items = Form.useWatch('items', form) ?? []
  const packagesOf = (index: number) =>
    choices?.skus.find(({ sku_id }) => sku_id === items[index]?.sku_id)?.packages ?? []
  return (
    <Form.List name="items" initialValue={before ?? [{ quantity: 1 }]}>
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, index) => (
            <fieldset className="draft-item" key={key}>
              <legend>商品 {index + 1}</legend>
              <Form.Item name={[name, 'sku_id']} label="规格" rules={[{ required: true, message: '请选择规格' }]}>
                <Select
                  loading={found.loading}
                  {...outcomeOf(found, '没有可售的规格', choices?.skus)}
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder="请选择"
                  // The packages belong to the goods, so they must be chosen again for other goods.
                  onChange={() => form.setFieldValue(['items', name, 'package_type_id'], undefined)}
                  options={choices?.skus.map(sku => ({
                    value: sku.sku_id,
                    label: sku.stock === null ? skuLabel(sku) : `${skuLabel(sku)}（余 ${count(sku.stock)}）`,
                  }))}
                />
              </Form.Item>
              <div className="draft-row">
                <Form.Item
                  name={[name, 'package_type_id']}
                  label="套餐"
                  rules={[{ required: true, message: '请选择套餐' }]}
                >
                  <Select
                    placeholder="请选择"
                    options={packagesOf(index).map(({ package_type_id, days, discount_percent }) => ({
                      value: package_type_id,
                      label: discount_percent ? `${days} 天，优惠 ${discount_percent}%` : `${days} 天`,
                    }))}
                  />
                </Form.Item>
                <Form.Item
                  name={[name, 'quantity']}
                  label="数量"
                  rules={[
                    {
                      required: true,
                      type: 'integer',
                      min: 1,
                      max: seatsPerItem,
                      message: `请输入 1–${count(seatsPerItem)}`,
                    },
                  ]}
                >
                  <InputNumber min={1} max={seatsPerItem} precision={0} style={{ width: '100%' }} />
                </Form.Item>
                {fields.length > 1 && (
                  <Button
                    look="text"
                    icon={<DeleteOutlined />}
                    aria-label={`移除商品 ${index + 1}`}
                    onClick={() => remove(name)}
                  />
                )}
              </div>
            </fieldset>
          ))}
          {fields.length < itemsPerOrder && (
            <Button className="draft-add" icon={<PlusOutlined />} onClick={() => add({ quantity: 1 })}>
              再加一种商品
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}
