import { Form } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import { DescribedFields } from './category-dialog.tsx'

export type ListedGoods = OperationOutput<'getCatalogueGoods'>['list'][number]

interface Values {
  code: string
  name: string
  about?: string
  sort: number
}

interface GoodsDialogProps {
  categoryId: string
  /** Undefined: new ones. */
  goods: ListedGoods | undefined
  open: boolean
  close: () => void
  done: (goodsId: string) => void
}

export function GoodsDialog({ categoryId, goods, open, close, done }: GoodsDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send(values: Values) {
    const answer = await api.setGoods({ ...values, goods_id: goods?.goods_id, category_id: categoryId })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53400]: 'code' })
      return false
    }
    toast.success(answer.msg)
    done(answer.data.goods_id)
    return true
  }
  return (
    <DialogForm
      title={goods ? `修改商品 ${goods.name}` : '新增商品'}
      okText={goods ? '保存' : '新增'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <DescribedFields of={goods} what="商品" shown="价格页、下单页与订单" />
    </DialogForm>
  )
}
