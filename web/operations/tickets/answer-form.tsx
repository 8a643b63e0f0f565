import { Checkbox, Form } from 'antd'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { AttachedFile } from '#web/ui/tickets/files-field.tsx'
import { MessageForm } from '#web/ui/tickets/message-form.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Note {
  text: string
}
interface Answer extends Note {
  files?: AttachedFile[]
  close?: boolean
}
interface FormProps {
  ticketId: string
  done: () => void
}
interface AnswerFormProps extends FormProps {
  /** The last change of the ticket that the page shows. */
  updatedAt: string
}
/** Something new, that has to be read first, is reported where the answer is kept. */
const fieldOf = { [-57001]: 'files', [-57006]: 'text' }

/** The answer to the company. A note among colleagues is never mixed with it: each has its own form and button. */
export function AnswerForm({ ticketId, updatedAt, done }: AnswerFormProps) {
  const [form] = Form.useForm<Answer>()
  const { busy, submit } = useSubmission({
    call: api.answerTicket,
    done,
    onRefused(refused) {
      if (refused.code === -57006) done()
      showRefusal(refused, { form, fieldOf })
    },
  })
  return (
    <MessageForm
      name="answer"
      ticketId={ticketId}
      form={form}
      label="答复（企业会看到，并收到通知）"
      sendFile={sendTicketFile}
      okText="答复"
      busy={busy}
      send={({ text, files = [], close = false }) =>
        submit({
          ticket_id: ticketId,
          updated_at: updatedAt,
          text,
          close,
          file_ids: files.map(({ file_id }) => file_id),
        })
      }
    >
      <Form.Item name="close" valuePropName="checked">
        <Checkbox>答复后关闭工单</Checkbox>
      </Form.Item>
    </MessageForm>
  )
}

export function NoteForm({ ticketId, done }: FormProps) {
  const [form] = Form.useForm<Note>()
  const { busy, submit } = useSubmission({ call: api.noteTicket, form, done })
  return (
    <MessageForm
      name="note"
      ticketId={ticketId}
      form={form}
      label="内部备注（企业看不到）"
      okText="记下"
      busy={busy}
      send={({ text }) => submit({ ticket_id: ticketId, text })}
    />
  )
}
