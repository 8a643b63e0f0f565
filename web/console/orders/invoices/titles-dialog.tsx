import { PlusOutlined } from '@ant-design/icons'
import { invoiceKindNames } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { type Title, TitleDialog } from './title-dialog.tsx'

/** The stored invoice titles: add, change, delete. */
export const TitlesDialog = ({ open, close }: { open: boolean; close: () => void }) => (
  <Dialog title="发票抬头" open={open} onCancel={close} footer={null} width={560}>
    <Titles />
  </Dialog>
)

function Titles() {
  const { data, refused, reload } = useCall('getInvoiceTitleList', {})
  const form = useDialog<Title | undefined>()
  const removal = useDialog<Title>()
  if (!data) return <Placeholder refused={refused} retry={reload} rows={4} />
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
              <span className="row">
                <May call="setInvoiceTitle">
                  <Button size="small" aria-label={`修改抬头 ${title.title}`} onClick={() => form.show(title)}>
                    修改
                  </Button>
                </May>
                <May call="delInvoiceTitle">
                  <Button
                    size="small"
                    danger
                    aria-label={`删除抬头 ${title.title}`}
                    onClick={() => removal.show(title)}
                  >
                    删除
                  </Button>
                </May>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">还没有保存抬头。保存后申请发票时直接选择，不必再次填写。</p>
      )}
      <May call="setInvoiceTitle">
        <Button icon={<PlusOutlined />} onClick={() => form.show(undefined)}>
          新建抬头
        </Button>
      </May>
      <TitleDialog key={`title:${form.key}`} title={form.subject} {...form.props} done={() => reload()} />
      {removal.subject && <RemoveDialog key={removal.key} title={removal.subject} {...removal.props} done={reload} />}
    </div>
  )
}

interface RemoveDialogProps extends ChangeDialogProps {
  title: Title
}

function RemoveDialog({ title: { title_id, title, kind }, ...dialog }: RemoveDialogProps) {
  const { data, refused } = useCall('getInvoiceSetting', {})
  return (
    <ConfirmDialog
      title={`删除抬头“${title}”？`}
      {...dialog}
      waiting={!data && !refused}
      okText="删除抬头"
      danger
      call={api.delInvoiceTitle}
      input={{ title_id }}
      message={`已删除抬头“${title}”`}
      outdatedBy="any"
    >
      <p>
        {title}（{invoiceKindNames[kind]}）不再出现在申请发票时的选项里；已经申请的发票不受影响。
      </p>
      {data?.automatic?.title_id === title_id && (
        <p>每月自动开票用的是这个抬头：删除后不再自动申请，可以在“自动开票”里换一个抬头重新开启。</p>
      )}
    </ConfirmDialog>
  )
}
