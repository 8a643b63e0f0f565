import { Button, Checkbox, Form, Input } from 'antd'
import { ticketText } from '#contract/ticket-names.ts'
import { type AttachedFile, TicketFilesField } from '#web/ui/tickets/files-field.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Values {
  text: string
  files?: AttachedFile[]
  close?: boolean
}

/** The answer to the company, or a note among colleagues, which are never mixed: each has its own button and form. */
export function AnswerForm({ ticketId, note, done }: { ticketId: string; note: boolean; done: () => void }) {
  const [form] = Form.useForm<Values>()
  const answering = useSubmission({ call: api.answerTicket, form, fieldOf: { [-57001]: 'files' }, done })
  const noting = useSubmission({ call: api.noteTicket, form, done })
  async function send({ text, files = [], close = false }: Values) {
    const sent = note
      ? await noting.submit({ ticket_id: ticketId, text })
      : await answering.submit({ ticket_id: ticketId, text, close, file_ids: files.map(({ file_id }) => file_id) })
    if (sent) form.resetFields()
  }
  return (
    <Form name={note ? 'note' : 'answer'} form={form} layout="vertical" onFinish={send} className="ticket-reply">
      <Form.Item
        name="text"
        label={note ? '内部备注（企业看不到）' : '答复（企业会看到，并收到通知）'}
        rules={[{ required: true, whitespace: true, message: '请输入内容' }]}
      >
        <Input.TextArea rows={5} maxLength={ticketText.text} showCount />
      </Form.Item>
      {!note && (
        <>
          <Form.Item name="files">
            <TicketFilesField send={sendTicketFile} />
          </Form.Item>
          <Form.Item name="close" valuePropName="checked">
            <Checkbox>答复后关闭工单</Checkbox>
          </Form.Item>
        </>
      )}
      <Button type="primary" htmlType="submit" loading={answering.busy || noting.busy}>
        {note ? '记下' : '答复'}
      </Button>
    </Form>
  )
}
