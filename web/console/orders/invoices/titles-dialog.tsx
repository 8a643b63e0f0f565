import { PlusOutlined } from '@ant-design/icons'
import { Button, Modal, Skeleton } from 'antd'
import { invoiceKindNames } from '#contract/shop.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useCall } from '#web/ui/use-call.ts'
import { type Title, TitleDialog } from './title-dialog.tsx'

/** The titles kept for invoices: add, change, delete. */
export const TitlesDialog = ({ open, close }: { open: boolean; close: () => void }) => (
  <Modal title="发票抬头" open={open} onCancel={close} footer={null} destroyOnHidden width={560}>
    <Titles />
  </Modal>
)

function Titles() {
  const { data, refused, reload } = useCall('getInvoiceTitleList', {}, { quiet: true })
  const form = useAsked<Title | undefined>()
  const removal = useAsked<Title>()
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />
  return (
    <div className="titles">
      {data.list.length ? (
        <ul>
          {data.list.map(title => (
            <li key={title.title_id}>
              <div>
                <strong>{title.title}</strong>
                {title.preferred && <span className="badge">常用</span>}
                <p className="quiet">
                  {invoiceKindNames[title.kind]} · {title.tax_number}
                </p>
                <p className="quiet">{title.email}</p>
              </div>
              <Button size="small" aria-label={`修改抬头 ${title.title}`} onClick={() => form.ask(title)}>
                修改
              </Button>
              <Button size="small" danger aria-label={`删除抬头 ${title.title}`} onClick={() => removal.ask(title)}>
                删除
              </Button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">还没有保存抬头。保存后申请发票时直接选择，不必再次填写。</p>
      )}
      <Button icon={<PlusOutlined />} onClick={() => form.ask(undefined)}>
        新增抬头
      </Button>
      <TitleDialog
        key={`title:${form.round}`}
        title={form.question}
        open={form.open}
        close={form.close}
        done={() => reload()}
      />
      {removal.question && (
        <RemoveDialog
          key={removal.round}
          title={removal.question}
          open={removal.open}
          close={removal.close}
          done={reload}
        />
      )}
    </div>
  )
}

interface RemoveDialogProps {
  title: Title
  open: boolean
  close: () => void
  done: () => void
}

function RemoveDialog({ title: { title_id, title, kind }, open, close, done }: RemoveDialogProps) {
  async function send() {
    const answer = await api.delInvoiceTitle({ title_id })
    if (answer.ok) toast.success(`已删除抬头“${title}”`)
    else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    done()
    return true
  }
  return (
    <ConfirmDialog title={`删除抬头“${title}”？`} open={open} close={close} okText="删除抬头" danger send={send}>
      <p>
        {title}（{invoiceKindNames[kind]}）不再出现在申请发票时的选项里；已经申请的发票不受影响。
      </p>
    </ConfirmDialog>
  )
}
