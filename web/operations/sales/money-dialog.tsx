import { Form, Radio } from 'antd'
import type { OperationOutput } from '#contract/operations/index.ts'
import { type WriteOffCause, writeOffCauses, writeOffNames } from '#contract/operations/sales-names.ts'
import { gatewayNames } from '#contract/shop.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { messageOf } from '../requested-message.ts'
import { ReasonField } from './reason-field.tsx'

export type Trouble = OperationOutput<'getTroubleList'>['list'][number]

export interface MoneyQuestion {
  action: 'return' | 'settle'
  trouble: Trouble
}

interface Values {
  reason?: string
  cause?: WriteOffCause
}

interface MoneyDialogProps extends ChangeDialogProps {
  question: MoneyQuestion
}

export function MoneyDialog({ question: { action, trouble }, ...dialog }: MoneyDialogProps) {
  const { out_trade_no, company_name, amount, about, gateway } = trouble
  return (
    <DialogForm
      title={action === 'return' ? '退回款项' : '标记为已处理'}
      subject={out_trade_no}
      okText="提交确认"
      danger={action === 'settle'}
      {...dialog}
      message={messageOf}
      call={({ reason = '', cause }, options) =>
        action === 'return'
          ? api.returnWrongPayment({ out_trade_no }, options)
          : api.settleWrongPayment({ out_trade_no, reason, ...(cause && { cause }) }, options)
      }
      input={(values: Values) => values}
    >
      {action === 'return' ? (
        <p className="decision-text">
          把到账的 <strong>{yuan(amount ?? 0)}</strong> 退回 <strong>{company_name}</strong>（{gatewayNames[gateway]}，
          {out_trade_no}）：按审批规则须第二人的由另一位操作员确认，
          {gateway === 'transfer' ? '之后由财务经银行汇回并登记流水号。' : '之后由支付渠道原路退回。'}
        </p>
      ) : (
        <>
          <p className="decision-text">
            <strong>{company_name}</strong> 的 {out_trade_no}（{about}
            ）不再列为异常，按审批规则须第二人的由另一位操作员确认。只记下您写的说明，不会动用任何款项。
          </p>
          {gateway === 'transfer' && (
            <Form.Item
              name="cause"
              label="缘由"
              extra="已在别处处理的，已登记的到账都算办结；登记有误的，这笔转账回到登记之前，分次到账的款项仍在。"
              rules={[{ required: true, message: '请选择缘由' }]}
            >
              <Radio.Group options={writeOffCauses.map(value => ({ value, label: writeOffNames[value] }))} />
            </Form.Item>
          )}
          <ReasonField label="怎样处理的，记入审计日志" />
        </>
      )}
    </DialogForm>
  )
}
