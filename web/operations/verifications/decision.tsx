import { Button, Form, Input } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { rejectionReasons } from '#contract/operations/reviews-names.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'

type Given = OperationOutput<'getVerificationForReview'>

interface DecisionProps {
  given: Given
  open: boolean
  close: () => void
  done: () => void
}

const nameOf = ({ company_name, person_name }: Given) => company_name ?? person_name

export function ApproveDialog({ given, open, close, done }: DecisionProps) {
  const name = nameOf(given)
  const wrong = given.checks.filter(check => check.verdict === 'bad')
  async function send() {
    const { verification_id } = given
    const answer = await api.reviewVerification({ verification_id, decision: 'approve' })
    if (!answer.ok) {
      if (!isSessionRefusal(answer)) toast.error(sentence(answer))
      // Somebody else was first: the page says who and what.
      if (answer.code === -53100) done()
      return answer.code === -53100
    }
    toast.success(`已通过 ${name}`)
    done()
    return true
  }
  return (
    <ConfirmDialog title="通过实名认证" okText="通过" open={open} close={close} send={send}>
      <p>
        <strong>{name}</strong>
        {given.credit_code && `（${given.credit_code}）`}
      </p>
      <p>
        {given.kind === 'company'
          ? `通过后建立企业，${given.person_name}（${given.phone}）成为企业所有者，并收到通知与短信。`
          : `通过后 ${given.person_name}（${given.phone}）会收到通知与短信。`}
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

export function RejectDialog({ given, open, close, done }: DecisionProps) {
  const [form] = Form.useForm<{ reason: string }>()
  async function send({ reason }: { reason: string }) {
    const { verification_id } = given
    const answer = await api.reviewVerification({ verification_id, decision: 'reject', reason })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53101]: 'reason' })
      if (answer.code === -53100) done()
      return answer.code === -53100
    }
    toast.success(`已驳回 ${nameOf(given)}`)
    done()
    return true
  }
  return (
    <DialogForm title={`驳回 ${nameOf(given)}`} okText="驳回" danger open={open} close={close} form={form} send={send}>
      <fieldset className="reasons">
        <legend>常用原因（点选后可修改）</legend>
        {rejectionReasons[given.kind].map(reason => (
          <Button key={reason} size="small" onClick={() => form.setFieldsValue({ reason })}>
            {reason}
          </Button>
        ))}
      </fieldset>
      <Form.Item
        name="reason"
        label="驳回原因（申请人会在站内通知与短信里看到）"
        rules={[{ required: true, whitespace: true, message: '请填写驳回的原因' }]}
      >
        <Input.TextArea autoFocus rows={4} maxLength={200} showCount />
      </Form.Item>
    </DialogForm>
  )
}
