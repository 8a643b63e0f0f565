import { Form } from 'antd'
import { shopPlatformNames } from '#contract/connection-names.ts'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { Conflicts } from './conflicts.tsx'
import { LineSelect } from './line-select.tsx'
import { type Shop, type ShopAct, shopLabel } from './shop.ts'

export interface ShopQuestion {
  act: ShopAct
  shops: readonly Shop[]
}

const changes = { unbind: { svp_id: null }, close: { state: 'closed' }, open: { state: 'active' } } as const
const words = {
  unbind: ['解除绑定', '员工连接时仍可选择它们；护照与以前的记录不变。'],
  close: ['停用', '客户端不再列出它们，以前的记录保留，之后可以恢复。'],
  open: ['恢复经营', '客户端重新列出它们。'],
} as const

const named = (shops: readonly Shop[]) =>
  shops.length > 3
    ? `${shops.slice(0, 3).map(shopLabel).join('、')} 等 ${shops.length} 家`
    : shops.map(shopLabel).join('、')

export function BulkDialog({ question: { act, shops }, ...dialog }: ChangeDialogProps & { question: ShopQuestion }) {
  const shop_ids = shops.map(({ shop_id }) => shop_id)
  if (act === 'bind') return <BindShops shops={shops} {...dialog} />
  const [word, effect] = words[act]
  return (
    <ConfirmDialog
      title={`${word} ${shops.length} 家店铺`}
      okText={word}
      {...dialog}
      call={api.batchSetShop}
      input={{ shop_ids, ...changes[act] }}
      message={({ data: { changed } }) => `已${word} ${changed} 家店铺`}
      outdatedBy={[-56001]}
    >
      <p>{named(shops)}</p>
      <p className="quiet">{effect}</p>
    </ConfirmDialog>
  )
}

function BindShops({ shops, ...dialog }: ChangeDialogProps & { shops: readonly Shop[] }) {
  const [form] = Form.useForm<{ svp_id: string }>()
  const svp_id = Form.useWatch('svp_id', form)
  const shop_ids = shops.map(({ shop_id }) => shop_id)
  return (
    <DialogForm
      title={`给 ${shops.length} 家店铺绑定专线`}
      subject={shop_ids}
      okText="绑定"
      {...dialog}
      form={form}
      call={api.batchSetShop}
      input={values => ({ ...values, shop_ids })}
      message={({ data: { changed } }) => `已绑定 ${changed} 家店铺`}
      fieldOf={{ [-52001]: 'svp_id' }}
      outdatedBy={[-56001]}
    >
      <p className="dialog-about">{named(shops)}，原来的绑定将被替换。</p>
      <Form.Item name="svp_id" label="专线" rules={[{ required: true, message: '请选择专线' }]}>
        <LineSelect />
      </Form.Item>
      <SamePlatforms shops={shops} svp_id={svp_id} />
      <Conflicts svp_id={svp_id} platforms={[...new Set(shops.map(({ platform }) => platform))]} shop_ids={shop_ids} />
    </DialogForm>
  )
}

/** Warns of two selected shops on the same platform. */
function SamePlatforms({ shops, svp_id }: { shops: readonly Shop[]; svp_id: string | undefined }) {
  const active = Map.groupBy(
    shops.filter(({ state }) => state === 'active'),
    ({ platform }) => platform,
  )
  const platforms = [...active].flatMap(([platform, same]) => (same.length > 1 ? [platform] : []))
  if (!svp_id || !platforms.length) return null
  return (
    <Alert
      className="same-platform"
      type="warning"
      title={`同一平台的多家店铺会绑定同一条专线：${platforms.map(platform => shopPlatformNames[platform]).join('、')}`}
      description="从一个地址登录，平台可能判定它们有关联。请分开选择，一个平台只绑定一家。"
    />
  )
}
