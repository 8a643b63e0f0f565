import { Form } from 'antd'
import { api } from '#web/data/api.ts'
import type { AttachedFile } from '#web/ui/tickets/files-field.tsx'
import { MessageForm } from '#web/ui/tickets/message-form.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { sendTicketFile } from './send-ticket-file.ts'

interface Values {
  text: string
  files?: AttachedFile[]
}

export function ReplyForm({ ticketId, closed, done }: { ticketId: string; closed: boolean; done: () => void }) {
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmission({ call: api.replyTicket, form, fieldOf: { [-57001]: 'files' }, done })
  return (
    <MessageForm
      name="ticket-reply"
      ticketId={ticketId}
      form={form}
      label={closed ? '补充内容（会重新打开工单）' : '补充内容'}
      sendFile={sendTicketFile}
      okText="发送"
      busy={busy}
      send={({ text, files = [] }) =>
        submit({ ticket_id: ticketId, text, file_ids: files.map(({ file_id }) => file_id) })
      }
    />
  )
}
