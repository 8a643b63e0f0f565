import { Form, Input, InputNumber } from 'antd'
import { maxExtendedDays } from '#contract/operations/network-names.ts'
import { serverNow } from '#web/data/server-time.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import type { MenuAction } from '#web/ui/menu-button.tsx'
import { Sentence } from '#web/ui/sentence.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { OperationPlan, plannedReason } from '../operation-plan.tsx'
import type { LineDialogProps, OperatedLine } from './line.ts'
import { MoveDialog } from './move-dialog.tsx'

export interface LineQuestion {
  kind: 'suspend' | 'resume' | 'move' | 'extend'
  line: OperatedLine
}

/** The actions that the line's state allows. The decision about a refund ends the line or resumes it with its full time. */
export function lineActionsOf(line: OperatedLine, ask: (question: LineQuestion) => void): (MenuAction | null)[] {
  const { state, address, refunding } = line
  if (state === 'released') return []
  return [
    ...(address ? [{ key: 'move', label: '更换地址', run: () => ask({ kind: 'move', line }) }] : []),
    ...(refunding
      ? []
      : [{ key: 'extend', label: '延期', run: () => ask({ kind: 'extend', line }) }, null, standing(line, ask)]),
  ]
}

const standing = (line: OperatedLine, ask: (question: LineQuestion) => void): MenuAction =>
  line.state === 'suspended'
    ? { key: 'resume', label: '恢复', run: () => ask({ kind: 'resume', line }) }
    : { key: 'suspend', label: '暂停', danger: true, run: () => ask({ kind: 'suspend', line }) }

export function LineDialogs({ dialog, done }: { dialog: DialogState<LineQuestion>; done: () => void }) {
  const { subject: question, open, close, key: round } = dialog
  if (!question) return null
  const Dialog = { suspend: SuspendDialog, resume: ResumeDialog, move: MoveDialog, extend: ExtendDialog }[question.kind]
  return <Dialog key={round} line={question.line} open={open} close={close} done={done} />
}

const titleOf = ({ company, name }: OperatedLine) => `${company} ${name}`

function SuspendDialog({ line, open, close, done }: LineDialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  return (
    <DialogForm
      title="暂停专线"
      subject={line.line_id}
      okText="暂停"
      danger
      {...{ open, close, form }}
      call={api.suspendOperatedLine}
      input={({ reason }) => ({ line_id: line.line_id, reason })}
      fieldOf={{ [-53020]: 'reason' }}
      done={done}
    >
      <p className="dialog-about">
        <strong>{titleOf(line)}</strong>
        ：所有客户端立即不能使用；时间照走，地址{line.address ? ` ${line.address} ` : ''}保留。企业会看到下面的原因。
      </p>
      <OperationPlan
        operation="suspendOperatedLine"
        input={open ? { line_id: line.line_id, reason: plannedReason } : undefined}
      />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请输入原因' }]}>
        <Input.TextArea rows={2} maxLength={200} showCount placeholder="例如：收到投诉，核实中" />
      </Form.Item>
    </DialogForm>
  )
}

function ResumeDialog({ line, open, close, done }: LineDialogProps) {
  return (
    <ConfirmDialog
      title="恢复专线"
      okText="恢复"
      {...{ open, close }}
      call={api.resumeOperatedLine}
      input={{ line_id: line.line_id }}
      done={done}
    >
      <p>
        <strong>{titleOf(line)}</strong>：暂停原因是“{line.suspend_reason}”。恢复后
        {line.address ? '有权的员工立即可以使用' : '企业可以绑定地址'}，暂停期间的时间不补。
      </p>
      <OperationPlan operation="resumeOperatedLine" input={open ? { line_id: line.line_id } : undefined} />
    </ConfirmDialog>
  )
}

const extendLine = withRequestKey(api.extendLine)

function ExtendDialog({ line, open, close, done }: LineDialogProps) {
  const [form] = Form.useForm<{ days: number; reason: string }>()
  const days = Form.useWatch('days', form)
  const from = Math.max(Date.parse(line.ends_at), serverNow())
  return (
    <DialogForm
      title="延期"
      subject={line.line_id}
      okText="延期"
      {...{ open, close, form }}
      call={extendLine}
      input={values => ({ company_id: line.company_id, line_id: line.line_id, ...values })}
      fieldOf={{ [-53020]: 'days' }}
      unanswered="再次提交不会重复延期"
      message={({ data }) => `${line.name} 延期至 ${dateTime(data.ends_at)}`}
      done={done}
    >
      <p className="dialog-about">
        <strong>{titleOf(line)}</strong>
        <Sentence text={`：现在 ${dateTime(line.ends_at)} 到期。不收费，写入专线记录与审计日志。`} />
      </p>
      <Form.Item name="days" label="天数" rules={[{ required: true, message: '请输入天数' }]}>
        <InputNumber min={1} max={maxExtendedDays} precision={0} suffix="天" />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请输入原因' }]}>
        <Input maxLength={200} placeholder="例如：线路故障补偿，企业会看到" />
      </Form.Item>
      {days > 0 && <Alert type="info" title={`新的到期时间：${dateTime(from + days * 86_400_000)}`} />}
    </DialogForm>
  )
}
