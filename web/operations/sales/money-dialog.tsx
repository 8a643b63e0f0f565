import type { OperationOutput } from '#contract/operations/index.ts'
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

interface MoneyDialogProps extends ChangeDialogProps {
  question: MoneyQuestion
}

export function MoneyDialog({ question: { action, trouble }, ...dialog }: MoneyDialogProps) {
  const { out_trade_no, company_name, amount, about, gateway } = trouble
  return (
    <DialogForm
      title={action === 'return' ? '退回款项' : '标记为已处理'}
      subject={out_trade_no}
      okText={action === 'return' ? '提交确认' : '标记为已处理'}
      danger={action === 'settle'}
      {...dialog}
      message={messageOf}
      call={({ reason = '' }, options) =>
        action === 'return'
          ? api.returnWrongPayment({ out_trade_no }, options)
          : api.settleWrongPayment({ out_trade_no, reason }, options)
      }
      input={(values: { reason?: string }) => values}
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
            <strong>{company_name}</strong> 的 {out_trade_no}（{about}）不再列为异常：
            款项已在别处处理，或是登记有误。只记下您写的说明，不会动用任何款项。
          </p>
          <ReasonField label="怎样处理的，记入审计日志" />
        </>
      )}
    </DialogForm>
  )
}
