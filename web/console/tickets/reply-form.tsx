import { Button, Form, Input } from 'antd'
import { ticketText } from '#contract/ticket-names.ts'
import { api } from '#web/data/api.ts'
import { type AttachedFile, TicketFilesField } from '#web/ui/tickets/files-field.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Values {
  text: string
  files?: AttachedFile[]
}

export function ReplyForm({ ticketId, closed, done }: { ticketId: string; closed: boolean; done: () => void }) {
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmission({ call: api.replyTicket, form, fieldOf: { [-57001]: 'files' }, done })
  async function send({ text, files = [] }: Values) {
    const sent = await submit({ ticket_id: ticketId, text, file_ids: files.map(({ file_id }) => file_id) })
    if (sent) form.resetFields()
  }
  return (
    <Form name="ticket-reply" form={form} layout="vertical" onFinish={send} className="ticket-reply">
      <Form.Item
        name="text"
        label={closed ? '补充内容（会重新打开工单）' : '补充内容'}
        rules={[{ required: true, whitespace: true, message: '请输入内容' }]}
      >
        <Input.TextArea rows={4} maxLength={ticketText.text} showCount />
      </Form.Item>
      <Form.Item name="files">
        <TicketFilesField send={sendTicketFile} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={busy}>
        发送
      </Button>
    </Form>
  )
}
