import { Form, Input } from 'antd'
import { approvalNames } from '#contract/operations/operator-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedApproval } from './approvals-page.tsx'
import { AskedPrices } from './asked-prices.tsx'

export interface ApprovalQuestion {
  approval: ListedApproval
  decision: 'confirm' | 'reject' | 'withdraw'
}

const words = { confirm: '确认执行', reject: '驳回', withdraw: '撤回' }

interface ApprovalDialogProps {
  asked: ApprovalQuestion
  open: boolean
  close: () => void
  done: () => void
}

export function ApprovalDialog({ asked: { approval, decision }, open, close, done }: ApprovalDialogProps) {
  const [form] = Form.useForm<{ reason?: string }>()
  async function send({ reason }: { reason?: string }) {
    const answer = await api.decideApproval({ approval_id: approval.approval_id, decision, reason })
    if (!answer.ok) {
      tellRefusal(form, answer)
      // Somebody else was first: the list says who and what.
      if (answer.code === -53011) done()
      return answer.code === -53011
    }
    toast.success(answer.data.result)
    done()
    return true
  }
  return (
    <DialogForm
      title={`${words[decision]}：${approvalNames[approval.kind]}`}
      okText={words[decision]}
      danger={decision !== 'confirm'}
      width={approval.kind === 'price' ? 760 : undefined}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <p>
        <strong>{approval.summary}</strong>
      </p>
      <p className="quiet">
        {approval.requested_by} 于 {dateTime(approval.requested_at)} 提交。
        {decision === 'confirm' && approval.kind !== 'price' && '确认后立即执行，不能撤销。'}
      </p>
      {approval.kind === 'price' && <AskedPrices approvalId={approval.approval_id} />}
      {decision === 'reject' && (
        <Form.Item
          name="reason"
          label="原因"
          rules={[{ required: true, whitespace: true, message: '请填写驳回的原因' }]}
        >
          <Input.TextArea autoFocus rows={3} maxLength={200} />
        </Form.Item>
      )}
    </DialogForm>
  )
}
