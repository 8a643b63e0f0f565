import { Form, Input, Select } from 'antd'
import { openTopics, ticketText, ticketTopicNames } from '#contract/ticket-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { type AttachedFile, TicketFilesField } from '#web/ui/tickets/files-field.tsx'
import { UploadItem } from '#web/ui/upload-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Values {
  topic: (typeof openTopics)[number]
  subject: string
  text: string
  files?: AttachedFile[]
}

interface OpenTicketDialogProps extends ChangeDialogProps {
  company: { company_id: string; name: string }
  /** The order that it is about, for example one whose payment failed. */
  order?: { order_id: string; order_number: string }
}

const topicOptions = openTopics.map(value => ({ value, label: ticketTopicNames[value] }))

export const OpenTicketDialog = ({ company, order, ...dialog }: OpenTicketDialogProps) => (
  <DialogForm
    title={`为${company.name}建立工单`}
    subject={order?.order_id ?? company.company_id}
    okText="建立"
    width={600}
    {...dialog}
    call={api.openSupportTicket}
    input={({ files = [], ...values }: Values) => ({
      company_id: company.company_id,
      ...values,
      ...(order && { order_id: order.order_id }),
      file_ids: files.map(({ file_id }) => file_id),
    })}
    fieldOf={{ [-57001]: 'files' }}
  >
    <p className="quiet">由您负责；内容企业会看到，管理员会收到通知。{order && `附上订单 ${order.order_number}。`}</p>
    <Form.Item
      name="topic"
      label="类别"
      initialValue={order ? 'payment' : undefined}
      rules={[{ required: true, message: '请选择类别' }]}
    >
      <Select options={topicOptions} placeholder="请选择" />
    </Form.Item>
    <Form.Item name="subject" label="标题" rules={[ruled(lineProblem('标题', ticketText.subject, 2))]}>
      <Input maxLength={ticketText.subject} />
    </Form.Item>
    <Form.Item name="text" label="内容" rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
      <Input.TextArea rows={5} maxLength={ticketText.text} showCount />
    </Form.Item>
    <UploadItem name="files" label="附件（选填）">
      <TicketFilesField send={sendTicketFile} />
    </UploadItem>
  </DialogForm>
)
