import { Form, Input } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { rejectionReasons } from '#contract/operations/reviews-names.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'

type ReviewedVerification = OperationOutput<'getVerificationForReview'>

interface DecisionProps extends ChangeDialogProps {
  verification: ReviewedVerification
}

const nameOf = ({ company_name, person_name }: ReviewedVerification) => company_name ?? person_name

const longest = 200

/** Another operator was first: the reloaded page shows who decided what. */
const decidedMeanwhile = [-53100]

export function ApproveDialog({ verification, ...dialog }: DecisionProps) {
  const name = nameOf(verification)
  const wrong = verification.checks.filter(check => check.verdict === 'bad')
  return (
    <ConfirmDialog
      title="通过实名认证"
      okText="通过"
      {...dialog}
      call={api.reviewVerification}
      input={{ verification_id: verification.verification_id, decision: 'approve' as const }}
      message={`已通过 ${name}`}
      outdatedBy={decidedMeanwhile}
    >
      <p>
        <strong>{name}</strong>
        {verification.credit_code && `（${verification.credit_code}）`}
      </p>
      <p>
        {verification.kind === 'company'
          ? `通过后建立企业，${verification.person_name}（${verification.phone}）成为企业所有者，并收到通知与短信。`
          : `通过后 ${verification.person_name}（${verification.phone}）会收到通知与短信。`}
        不能撤销。
      </p>
      {wrong.length > 0 && (
        <p className="review-stop" role="alert">
          核对未通过：{wrong.map(check => check.text).join('；')}。
        </p>
      )}
    </ConfirmDialog>
  )
}

export function RejectDialog({ verification, ...dialog }: DecisionProps) {
  const [form] = Form.useForm<{ reason: string }>()
  /** The typed text remains, and the focus moves to the field for editing it. */
  function add(reason: string) {
    const typed = form.getFieldValue('reason')?.trim()
    if (!typed?.includes(reason))
      form.setFieldsValue({ reason: typed ? `${typed}\n${reason}`.slice(0, longest) : reason })
    form.focusField('reason')
  }
  return (
    <DialogForm
      title={`驳回 ${nameOf(verification)}`}
      subject={verification.verification_id}
      okText="驳回"
      danger
      {...dialog}
      form={form}
      call={api.reviewVerification}
      input={({ reason }) => ({ verification_id: verification.verification_id, decision: 'reject' as const, reason })}
      fieldOf={{ [-53101]: 'reason' }}
      message={`已驳回 ${nameOf(verification)}`}
      outdatedBy={decidedMeanwhile}
    >
      <fieldset className="reasons">
        <legend>常用原因（点选后可修改）</legend>
        {rejectionReasons[verification.kind].map(reason => (
          <Button key={reason} size="small" onClick={() => add(reason)}>
            {reason}
          </Button>
        ))}
      </fieldset>
      <Form.Item
        name="reason"
        label="驳回原因（申请人会在站内通知与短信里看到）"
        rules={[{ required: true, whitespace: true, message: '请填写驳回的原因' }]}
      >
        <Input.TextArea rows={4} maxLength={longest} showCount />
      </Form.Item>
    </DialogForm>
  )
}
