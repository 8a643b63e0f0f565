import { Form, type FormInstance, Select } from 'antd'
import { type ShopPlatform, shopFields, shopStateNames, shopStates } from '#contract/connection-names.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { LineItem } from '#web/ui/line-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { Conflicts } from './conflicts.tsx'
import { LineSelect } from './line-select.tsx'
import { platformOptions, type Shop, shopLabel } from './shop.ts'

interface Values {
  platform: ShopPlatform
  name: string
  shop_number: string
  owner_name: string
  state: Shop['state']
  svp_id: string | null
}

interface ShopDialogProps extends ChangeDialogProps {
  /** Undefined to create a shop. */
  shop: Shop | undefined
}

const states = shopStates.map(value => ({ value, label: shopStateNames[value] }))

export function ShopDialog({ shop, ...dialog }: ShopDialogProps) {
  const [form] = Form.useForm<Values>()
  const { name, shop_number, owner_name } = shopFields
  const selected = shop?.svp_id && shop.line_name ? { svp_id: shop.svp_id, name: shop.line_name } : undefined
  return (
    <DialogForm
      title={shop ? `修改 ${shopLabel(shop)}` : '新建店铺或账号'}
      subject={shop?.shop_id}
      okText="保存"
      {...dialog}
      form={form}
      call={api.setShop}
      record={shop}
      input={({ svp_id = null, ...values }: Values, record) => ({
        ...(record && { shop_id: record.shop_id }),
        ...changedFrom(record, { ...values, svp_id }),
      })}
      fieldOf={{ [-56002]: 'shop_number', [-52001]: 'svp_id' }}
      message={(_, { name = shop?.name }) => `已保存 ${name}`}
      outdatedBy={[-56001]}
    >
      <Form.Item
        name="platform"
        label={shopFields.platform.label}
        initialValue={shop?.platform}
        rules={[{ required: true, message: '请选择平台' }]}
      >
        <Select options={platformOptions} showSearch={{ optionFilterProp: 'label' }} placeholder="选择平台" />
      </Form.Item>
      <LineItem name="name" field={{ ...name, required: true }} value={shop?.name ?? null} />
      <LineItem name="shop_number" field={{ ...shop_number, required: true }} value={shop?.shop_number ?? null} />
      <LineItem name="owner_name" field={{ ...owner_name, required: false }} value={shop?.owner_name ?? null} />
      <Form.Item
        name="svp_id"
        label="绑定专线（选填）"
        extra="店铺只从这条专线的地址登录；同一平台的两家店铺不要绑定同一条。"
        initialValue={shop?.svp_id ?? null}
      >
        <LineSelect selected={selected} />
      </Form.Item>
      <SamePlatform form={form} shop={shop} />
      <Form.Item name="state" label={shopFields.state.label} initialValue={shop?.state ?? 'active'}>
        <Select options={states} />
      </Form.Item>
    </DialogForm>
  )
}

/** Warns, before the shop is saved, that the line is already bound to a shop on its platform or has been used by one. */
function SamePlatform({ form, shop }: { form: FormInstance<Values>; shop: Shop | undefined }) {
  const platform = Form.useWatch('platform', form)
  const svp_id = Form.useWatch('svp_id', form)
  return <Conflicts svp_id={svp_id} platforms={platform ? [platform] : []} shop_ids={shop ? [shop.shop_id] : []} />
}
