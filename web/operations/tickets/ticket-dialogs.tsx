import { Form, Input, Select } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { fromPicker } from '#web/ui/china-time.ts'
import type { Dayjs } from '#web/ui/dayjs.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { MinutePicker } from '#web/ui/minute-picker.tsx'
import { outcomeOf } from '#web/ui/search-outcome.tsx'
import type { ChangeDialogProps, DialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { useOperation } from '../use-operation.ts'

type Ticket = OperationOutput<'getSupportTicket'>
interface TicketDialogProps extends ChangeDialogProps {
  ticket: Ticket
}

/** A colleague was faster; the reloaded page shows who has it now. */
const outdatedBy = [-57003]
const noteRule = ruled(lineProblem('说明', 200, 2))

export function HandOverDialog({ ticket, ...dialog }: TicketDialogProps) {
  const { ticket_id, assignee_id, subject } = ticket
  const { data, ...found } = useOperation('getTicketAssignees', {})
  const colleagues = data?.list
    .filter(({ operator_id }) => operator_id !== assignee_id)
    .map(({ operator_id, name, tickets }) => ({ value: operator_id, label: `${name}（${tickets} 个未结）` }))
  return (
    <DialogForm
      title={`转交「${subject}」`}
      subject={ticket_id}
      okText="转交"
      {...dialog}
      call={api.handOverTicket}
      input={({ to, note }: { to: string; note: string }) => ({ ticket_id, from: assignee_id, to, note })}
      fieldOf={{ [-57004]: 'to' }}
      outdatedBy={outdatedBy}
    >
      <Form.Item name="to" label="转交给" rules={[{ required: true, message: '请选择同事' }]}>
        <Select
          loading={found.loading}
          showSearch={{ optionFilterProp: 'label' }}
          {...outcomeOf(found, '没有别的同事', colleagues)}
          options={colleagues}
        />
      </Form.Item>
      <Form.Item name="note" label="说明（同事可见，企业看不到）" rules={[noteRule]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </DialogForm>
  )
}

export const DueDialog = ({ ticket: { ticket_id, subject }, ...dialog }: TicketDialogProps) => (
  <DialogForm
    title={`修改「${subject}」的期限`}
    subject={ticket_id}
    okText="保存"
    {...dialog}
    call={api.setTicketDue}
    input={({ due, note }: { due: Dayjs; note: string }) => ({ ticket_id, due_at: fromPicker(due), note })}
    fieldOf={{ [-57005]: 'due' }}
    outdatedBy={outdatedBy}
  >
    <Form.Item name="due" label="须在此之前答复" rules={[{ required: true, message: '请选择时间' }]}>
      <MinutePicker />
    </Form.Item>
    <Form.Item name="note" label="说明（企业看不到）" rules={[noteRule]}>
      <Input.TextArea rows={2} maxLength={200} />
    </Form.Item>
  </DialogForm>
)

export const CloseDialog = ({ ticket: { ticket_id, subject, updated_at }, ...dialog }: TicketDialogProps) => (
  <ReasonDialog
    title="关闭工单"
    subject={ticket_id}
    okText="关闭"
    label="说明"
    hint="企业看不到"
    {...dialog}
    call={api.closeSupportTicket}
    input={note => ({ ticket_id, updated_at, note })}
    outdatedBy={[...outdatedBy, -57006]}
  >
    <p>「{subject}」不再等待答复；企业补充内容时会重新打开。</p>
  </ReasonDialog>
)

export type TicketFile = Ticket['entries'][number]['files'][number]
interface RemoveFileDialogProps extends DialogProps {
  ticketId: string
  file: Pick<TicketFile, 'file_id' | 'file_name'>
  done: (fileId: string) => void
}

export const RemoveFileDialog = ({ ticketId, file, done, ...dialog }: RemoveFileDialogProps) => (
  <ReasonDialog
    title="移除附件"
    subject={file.file_id}
    okText="移除"
    danger
    hint="企业看得到，也写入审计"
    placeholder="如：客户误传了身份证"
    {...dialog}
    done={() => done(file.file_id)}
    call={api.removeTicketFile}
    input={reason => ({ ticket_id: ticketId, file_id: file.file_id, reason })}
    outdatedBy={[-53021]}
  >
    <p>「{file.file_name}」会从存储中删除，谁都不能再打开，也不能恢复；较早的备份里仍有它，直到备份被清除。</p>
  </ReasonDialog>
)
