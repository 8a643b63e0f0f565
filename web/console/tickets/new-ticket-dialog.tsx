import { Form, Input, Select } from 'antd'
import { openTopics, ticketText, ticketTopicNames } from '#contract/ticket-names.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { type AttachedFile, TicketFilesField } from '#web/ui/tickets/files-field.tsx'
import { UploadItem } from '#web/ui/upload-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Values {
  topic: (typeof openTopics)[number]
  subject: string
  text: string
  files?: AttachedFile[]
}

/** The subject of the ticket, if it was begun beside one. */
export interface TicketAbout {
  orderId?: string | undefined
  invoiceId?: string | undefined
  /** The month whose balance and statement it is about. */
  month?: string | undefined
  subject?: string | undefined
}

/** The facts that the provider no longer needs to ask for. */
const attached = ({ orderId, invoiceId, month }: TicketAbout) =>
  orderId ? '订单' : invoiceId ? '发票' : month ? ` ${month} 的余额与对账单` : undefined

interface NewTicketDialogProps extends ChangeDialogProps {
  about: TicketAbout
  opened: (ticketId: string) => void
}

const topicOptions = openTopics.map(value => ({ value, label: ticketTopicNames[value] }))

export const NewTicketDialog = ({ about, opened, ...dialog }: NewTicketDialogProps) => (
  <DialogForm
    title="提交工单"
    subject={about.orderId ?? about.invoiceId ?? about.month}
    okText="提交"
    width={600}
    {...dialog}
    call={api.openTicket}
    input={({ files = [], ...values }: Values) => ({
      ...values,
      ...(about.orderId && { order_id: about.orderId }),
      ...(about.invoiceId && { invoice_id: about.invoiceId }),
      ...(about.month && { month: about.month }),
      file_ids: files.map(({ file_id }) => file_id),
    })}
    fieldOf={{ [-57001]: 'files' }}
    onSuccess={({ data }) => opened(data.ticket_id)}
  >
    {attached(about) && <p className="quiet">工单会附上有关的{attached(about)}，客服不必再问。</p>}
    <Form.Item
      name="topic"
      label="类别"
      initialValue={about.invoiceId ? 'invoice' : attached(about) ? 'payment' : undefined}
      rules={[{ required: true, message: '请选择类别' }]}
    >
      <Select options={topicOptions} placeholder="请选择" />
    </Form.Item>
    <Form.Item
      name="subject"
      label="标题"
      initialValue={about.subject}
      rules={[ruled(lineProblem('标题', ticketText.subject, 2))]}
    >
      <Input maxLength={ticketText.subject} placeholder="例如：东京专线连接不上" />
    </Form.Item>
    <Form.Item name="text" label="内容" rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
      <Input.TextArea
        rows={6}
        maxLength={ticketText.text}
        showCount
        placeholder="什么时候开始、哪些员工与设备、看到了什么提示"
      />
    </Form.Item>
    <UploadItem name="files" label="附件（选填）">
      <TicketFilesField send={sendTicketFile} />
    </UploadItem>
  </DialogForm>
)
