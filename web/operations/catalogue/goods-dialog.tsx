import type { OperationOutput } from '#contract/operations/index.ts'
import { goodsFields } from '#contract/records/catalogue-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { DescribedFields } from './category-dialog.tsx'

export type ListedGoods = OperationOutput<'getCatalogueGoods'>['list'][number]

interface Values {
  code: string
  name: string
  about?: string
  sort: number
}

interface GoodsDialogProps extends DialogProps {
  categoryId: string
  /** Undefined to create goods. */
  goods: ListedGoods | undefined
  done: (goodsId: string) => void
}

export function GoodsDialog({ categoryId, goods, done, ...dialog }: GoodsDialogProps) {
  return (
    <DialogForm
      title={goods ? `修改商品 ${goods.name}` : '新建商品'}
      subject={goods?.goods_id ?? categoryId}
      okText={goods ? '保存' : '新建'}
      {...dialog}
      call={api.setGoods}
      record={goods}
      input={(values: Values, record) => ({
        goods_id: record?.goods_id,
        ...changedFrom(record, { ...values, category_id: categoryId }),
      })}
      fieldOf={{ [-53400]: 'code' }}
      onSuccess={({ data }) => done(data.goods_id)}
    >
      <DescribedFields of={goods} fields={goodsFields} what="商品" shown="价格页、下单页与订单" />
    </DialogForm>
  )
}
