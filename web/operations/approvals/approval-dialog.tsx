import { Form, Input } from 'antd'
import { useRef } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { approvalNames } from '#contract/operations/operator-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import { Sentence } from '#web/ui/sentence.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import { Evidence } from './evidence.tsx'

export type ListedApproval = OperationOutput<'getApprovalList'>['list'][number]

export interface ApprovalQuestion {
  approval: ListedApproval
  decision: 'confirm' | 'reject' | 'withdraw'
}

const words = { confirm: '确认执行', reject: '驳回', withdraw: '撤回' }

interface ApprovalDialogProps extends ChangeDialogProps {
  question: ApprovalQuestion
  showOnce: (text: string) => void
  /** Opens the next request that waits for this operator; undefined if there is none. */
  next: (() => void) | undefined
}

export function ApprovalDialog({ question: { approval, decision }, showOnce, next, ...dialog }: ApprovalDialogProps) {
  /** A text that is shown only once must not be covered by the next request. */
  const shown = useRef(false)
  const evidence = useOperation('getApprovalEvidence', { approval_id: approval.approval_id })
  return (
    <DialogForm
      title={`${words[decision]}：${approvalNames[approval.kind]}`}
      subject={approval.approval_id}
      okText={words[decision]}
      goOn={decision === 'confirm' && next ? { text: '确认并看下一项', run: () => shown.current || next() } : undefined}
      danger={decision !== 'confirm'}
      width={640}
      // Nobody can confirm a request without having been shown its evidence.
      waiting={decision === 'confirm' && !evidence.data}
      {...dialog}
      call={api.decideApproval}
      input={({ reason }: { reason?: string }) => ({ approval_id: approval.approval_id, decision, reason })}
      message={({ data }) => data.result}
      onSuccess={({ data: { once } }) => {
        shown.current = once !== null
        if (once) showOnce(once)
      }}
      // Another operator was first: the reloaded list shows who decided what.
      outdatedBy={[-53011]}
    >
      <p>
        <strong>
          <Sentence text={approval.summary} />
        </strong>
      </p>
      <p className="quiet">
        {approval.requested_by} 于 {dateTime(approval.requested_at)} 提交。
        {decision === 'confirm' && approval.kind !== 'price' && '确认后立即执行，不能撤销。'}
      </p>
      <Evidence approvalId={approval.approval_id} called={evidence} />
      {decision === 'reject' && (
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, whitespace: true, message: '请填写驳回的原因' }]}
        >
          <Input.TextArea rows={3} maxLength={200} />
        </Form.Item>
      )}
    </DialogForm>
  )
}
