import { Form, Input } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { gatewayNames } from '#contract/shop.ts'
import type { CallOptions } from '#web/data/answers.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { messageOf } from '../requested-message.ts'
import { ReasonField } from './reason-field.tsx'

export type Refund = OperationOutput<'getRefundList'>['list'][number]

export interface RefundQuestion {
  action: 'approve' | 'reject' | 'resend' | 'sent'
  refund: Refund
}

const words = { approve: '同意退款', reject: '驳回退款', resend: '重新发起退款', sent: '登记已汇回' }
const okWords = { ...words, approve: '提交确认', reject: '驳回' }

interface Values {
  reason?: string
  reference?: string
}

interface RefundDialogProps extends ChangeDialogProps {
  question: RefundQuestion
}

export function RefundDialog({ question: { action, refund }, ...dialog }: RefundDialogProps) {
  const { out_refund_no } = refund
  const calls = {
    approve: (_: Values, options: CallOptions) => api.requestRefund({ out_refund_no }, options),
    reject: ({ reason = '' }: Values, options: CallOptions) => api.rejectRefund({ out_refund_no, reason }, options),
    resend: (_: Values, options: CallOptions) => api.resendRefund({ out_refund_no }, options),
    sent: ({ reference = '' }: Values, options: CallOptions) =>
      api.markRefundSent({ out_refund_no, reference }, options),
  }
  return (
    <DialogForm
      title={words[action]}
      subject={out_refund_no}
      okText={okWords[action]}
      danger={action === 'reject'}
      {...dialog}
      message={messageOf}
      call={calls[action]}
      input={(values: Values) => values}
    >
      <p>
        <strong>{refund.company_name}</strong> 的订单 <strong>{refund.order_number}</strong>，
        <strong>{yuan(refund.amount)}</strong>，{refund.reason}。
      </p>
      <p className="quiet decision-text">{aboutOf(action, refund)}</p>
      {action === 'reject' && <ReasonField label="驳回的原因，企业会看到" />}
      {action === 'sent' && (
        <Form.Item
          name="reference"
          label="银行流水号"
          extra="网银回单上的流水号，企业会看到"
          rules={[{ required: true, whitespace: true, min: 4, message: '请填写银行流水号，至少4位' }]}
        >
          <Input autoComplete="off" maxLength={60} />
        </Form.Item>
      )}
    </DialogForm>
  )
}

const takenBy = {
  requested: '所购内容已经收回。',
  unused: '未用的天数已经收回。',
  goodwill: '补偿不收回任何内容。',
  surplus: '这笔款没有开通任何内容。',
  mismatch: '这笔款没有开通任何内容。',
} as const satisfies Record<Refund['kind'], string>

function aboutOf(action: RefundQuestion['action'], { kind, by_hand, gateway }: Refund): string {
  if (action === 'reject')
    return kind === 'goodwill' ? '不再补偿，企业会收到通知。' : '收回的内容恢复使用，企业会收到通知。'
  if (action === 'resend') return `再次提交给${gatewayNames[gateway]}；退款编号不变，不会重复退款。`
  if (action === 'sent') return '只登记已经汇出的款项：门户不会汇款。登记后退款办结，企业会收到通知，不能撤销。'
  const taken = takenBy[kind]
  return `${taken}按审批规则须第二人的由另一位操作员确认，${by_hand ? '之后由财务经银行汇回并登记流水号。' : `之后由${gatewayNames[gateway]}原路退回。`}`
}
