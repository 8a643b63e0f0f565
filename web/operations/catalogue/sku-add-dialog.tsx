import { Form, InputNumber, Radio, Select } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { highestBandwidth, highestPrice } from '#contract/records/catalogue-fields.ts'
import { sentence } from '#web/data/answers.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useOperationPreview } from '../use-operation.ts'
import type { ListedGoods } from './goods-dialog.tsx'

interface Values {
  product: 'hours' | 'line'
  region_ids?: string[]
  access_way_ids?: string[]
  bandwidths?: string[]
  price: number
  list_price?: number
}

interface SkuAddDialogProps extends ChangeDialogProps {
  goods: ListedGoods
  attributes: OperationOutput<'getSkuAttributes'> | undefined
}

/** Adds one SKU or many: each region with each access way and bandwidth, at one price. */
export function SkuAddDialog({ goods, attributes, ...dialog }: SkuAddDialogProps) {
  const [form] = Form.useForm<Values>()
  const watched: Partial<Values> | undefined = Form.useWatch([], form)
  const product = goods.product ?? watched?.product ?? 'line'
  const combination = combinationOf(goods.goods_id, product, watched ?? {})
  const preview = useOperationPreview('previewSkus', combination)

  return (
    <DialogForm
      title={`新建规格：${goods.name}`}
      subject={goods.goods_id}
      okText={preview.data?.fresh ? `新建 ${preview.data.fresh} 个` : '新建'}
      width={600}
      {...dialog}
      form={form}
      call={api.addSkus}
      input={({ price, list_price }) =>
        combination && {
          ...combination,
          price: Math.round(price * 100),
          list_price: Math.round((list_price ?? price) * 100),
        }
      }
      message={({ data }) => `已新建 ${data.added} 个规格；选中后点“上架”，确认价格即可开售`}
    >
      {!goods.product && (
        <Form.Item name="product" label="种类" initialValue="line">
          <Radio.Group
            options={[
              { value: 'line', label: '专线' },
              { value: 'hours', label: '员工时长' },
            ]}
          />
        </Form.Item>
      )}
      {product === 'line' && (
        <>
          <Form.Item name="region_ids" label="地区" rules={[{ required: true, message: '请选择地区' }]}>
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              maxTagCount="responsive"
              placeholder="可多选"
              options={(attributes?.regions ?? []).map(each => ({
                value: each.region_id,
                label: each.published ? each.name : `${each.name}（未开放）`,
              }))}
            />
          </Form.Item>
          <Form.Item name="access_way_ids" label="接入方式" rules={[{ required: true, message: '请选择接入方式' }]}>
            <Select
              mode="multiple"
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="可多选"
              options={(attributes?.access_ways ?? []).map(each => ({ value: each.access_way_id, label: each.name }))}
            />
          </Form.Item>
          <Form.Item
            name="bandwidths"
            label="带宽（Mbps）"
            extra="可多选，也可输入新的数值"
            rules={[
              { required: true, message: '请选择带宽' },
              {
                validator: async (_, value?: string[]) => {
                  if (value?.some(each => !isBandwidth(each))) throw new Error('带宽为 1–100000 的整数')
                },
              },
            ]}
          >
            <Select
              mode="tags"
              placeholder="可多选"
              tokenSeparators={[',', '，', ' ']}
              options={(attributes?.bandwidths ?? []).map(each => ({ value: String(each), label: `${each} Mbps` }))}
            />
          </Form.Item>
        </>
      )}
      <div className="price-fields">
        <Form.Item name="price" label="价格（每 30 天）" rules={[{ required: true, message: '请输入价格' }]}>
          <InputNumber min={0} max={highestPrice / 100} precision={2} prefix="¥" />
        </Form.Item>
        <Form.Item
          name="list_price"
          label="划线价"
          extra="不填则与价格相同"
          dependencies={['price']}
          rules={[
            ({ getFieldValue }) => ({
              validator: async (_, list?: number | null) => {
                if (typeof list === 'number' && list < getFieldValue('price')) throw new Error('划线价不能低于价格')
              },
            }),
          ]}
        >
          <InputNumber min={0} max={highestPrice / 100} precision={2} prefix="¥" />
        </Form.Item>
      </div>
      {preview.refused && <Alert type="error" title={sentence(preview.refused)} />}
      {preview.data && (
        <>
          <p className="quiet" role="status">
            将新建 {preview.data.fresh} 个规格
            {preview.data.existing > 0 && `，${preview.data.existing} 个已存在的不变`}
            。新建的尚未上架，价格经另一位操作员确认后开售。
          </p>
          <ul className="sku-preview">
            {preview.data.list.map(({ name, exists }) => (
              <li key={name}>
                {name}
                <span className="state" data-tone={exists ? 'idle' : 'good'}>
                  {exists ? '已存在' : '新建'}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DialogForm>
  )
}

const isBandwidth = (text: string) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= highestBandwidth

/** Returns undefined while a line's attributes are incomplete. */
function combinationOf(goods_id: string, product: 'hours' | 'line', values: Partial<Values>) {
  if (product === 'hours') return { goods_id }
  const { region_ids = [], access_way_ids = [], bandwidths = [] } = values
  if (!region_ids.length || !access_way_ids.length || !bandwidths.length || !bandwidths.every(isBandwidth))
    return undefined
  return { goods_id, region_ids, access_way_ids, bandwidths: bandwidths.map(Number) }
}
