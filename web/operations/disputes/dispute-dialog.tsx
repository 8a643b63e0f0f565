import { Form, Input } from 'antd'
import { disputeRestDays } from '#contract/device-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { disputeFields } from '#contract/records/device-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { OperationPlan, plannedReason } from '../operation-plan.tsx'

export interface DisputeQuestion {
  dispute: OperationOutput<'getDispute'>
  decision: 'hand_over' | 'reject'
}

interface DisputeDialogProps extends ChangeDialogProps {
  question: DisputeQuestion
}

/** The dispute is already decided, or the claimant's data must change first; the reloaded page shows which. */
const changed = [-53110, -53111, -53112, -53113]

export function DisputeDialog({ question: { dispute, decision }, ...dialog }: DisputeDialogProps) {
  const { dispute_id, device_name, holder_name, claimant_name } = dispute
  const move = decision === 'hand_over'
  return (
    <DialogForm
      title={move ? `移交给 ${claimant_name}` : `驳回 ${claimant_name} 的申请`}
      subject={dispute_id}
      okText={move ? '移交' : '驳回'}
      danger={!move}
      {...dialog}
      call={api.decideDispute}
      input={({ reason }: { reason: string }) => ({ dispute_id, decision, reason })}
      message={move ? `已移交给 ${claimant_name}，等待企业审核` : `已驳回 ${claimant_name} 的申请`}
      outdatedBy={changed}
    >
      <p>
        {move
          ? `设备「${device_name}」将从 ${holder_name} 名下移到 ${claimant_name} 名下，${holder_name} 不能再用它登录；由企业管理员审核后，${claimant_name} 才能使用。双方与管理员都会收到通知。`
          : `设备「${device_name}」仍归 ${holder_name}，${claimant_name} 会收到通知；${disputeRestDays} 天内不再受理同一申请。`}
      </p>
      {move && (
        <OperationPlan
          operation="decideDispute"
          input={dialog.open ? { dispute_id, decision, reason: plannedReason } : undefined}
        />
      )}
      <Form.Item
        name="reason"
        label="依据（双方会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写依据' }]}
      >
        <Input.TextArea rows={3} maxLength={disputeFields.reason.max} showCount />
      </Form.Item>
    </DialogForm>
  )
}
