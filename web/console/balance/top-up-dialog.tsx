import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { fenOf, yuanPattern } from '#contract/amount.ts'
import { leastTopUp, maxTopUp } from '#contract/balance-names.ts'
import { cashierPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'

/** Asks for the amount of a top-up, and continues to the cashier. */
export function TopUpDialog(dialog: DialogProps) {
  const navigate = useNavigate()
  return (
    <DialogForm
      title="充值"
      subject={undefined}
      okText="去支付"
      {...dialog}
      call={api.topUpBalance}
      input={({ amount }: { amount: string }) => ({ amount: fenOf(amount) })}
      message=""
      fieldOf={{}}
      onSuccess={({ data }) => void navigate(cashierPath(data.order_id))}
    >
      <p className="dialog-about">
        在收银台选择支付方式，到账后立即存入余额；没有用过的充值七天内可以申请原路退回。开票以用余额支付的订单为准，充值本身不开票。
      </p>
      <Form.Item
        name="amount"
        label="充值金额（元）"
        rules={[
          { required: true, pattern: yuanPattern, message: '请输入金额，最多两位小数' },
          {
            validator: (_, typed: string = '') =>
              !yuanPattern.test(typed) || (fenOf(typed) >= leastTopUp && fenOf(typed) <= maxTopUp)
                ? Promise.resolve()
                : Promise.reject(new Error(`请输入 ${yuan(leastTopUp)} 至 ${yuan(maxTopUp)}`)),
          },
        ]}
      >
        <Input inputMode="decimal" prefix="¥" placeholder="1,000.00" autoComplete="off" />
      </Form.Item>
    </DialogForm>
  )
}
