import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import '../content.css'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { api } from '../../api.ts'
import { useOperation } from '../../use-operation.ts'
import { OrderList } from '../order-list.tsx'

interface OrderDialogProps extends ChangeDialogProps {
  category: { category_id: string; name: string }
}

/** Sets the order in which visitors find a category's articles. */
export function OrderDialog({ category: { category_id, name }, ...dialog }: OrderDialogProps) {
  const called = useOperation('getArticleOrder', { category_id })
  const [changed, setChanged] = useState<{ article_id: string; title: string }[]>()
  const list = changed ?? called.data?.list ?? []
  return (
    <ConfirmDialog
      title={`“${name}”里文章的次序`}
      okText="保存次序"
      {...dialog}
      waiting={!changed}
      call={api.setArticleOrder}
      input={{ category_id, article_ids: list.map(({ article_id }) => article_id) }}
      width={560}
    >
      <p className="quiet">拖动，或用每行右侧的按钮。</p>
      {called.refused && !called.data ? (
        <Failure refused={called.refused} retry={called.reload} />
      ) : called.data && !list.length ? (
        <p>这个分类里还没有文章。</p>
      ) : (
        <OrderList
          items={list}
          idOf={({ article_id }) => article_id}
          nameOf={({ title }) => title}
          onChange={setChanged}
        />
      )}
    </ConfirmDialog>
  )
}
