import '../content.css'
import { useState } from 'react'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from '../../api.ts'
import { useOperation } from '../../use-operation.ts'
import { OrderList } from '../order-list.tsx'

interface OrderDialogProps {
  category: { category_id: string; name: string }
  open: boolean
  close: () => void
  done: () => void
}

/** The articles of a category in the order in which visitors find them. */
export function OrderDialog({ category: { category_id, name }, open, close, done }: OrderDialogProps) {
  const called = useOperation('getArticleOrder', { category_id })
  const [changed, setChanged] = useState<{ article_id: string; title: string }[]>()
  const list = changed ?? called.data?.list ?? []
  async function send() {
    const answer = await api.setArticleOrder({ category_id, article_ids: list.map(({ article_id }) => article_id) })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      return false
    }
    toast.success(answer.msg)
    done()
    return true
  }
  return (
    <ConfirmDialog
      title={`“${name}”里文章的次序`}
      okText="保存次序"
      open={open}
      close={close}
      waiting={!changed}
      send={send}
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
