import { Form, Input, Radio } from 'antd'
import { fenOf, yuanPattern } from '#contract/amount.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { ReasonField } from '../sales/reason-field.tsx'

interface Values {
  way: 'add' | 'take'
  amount: string
  reason: string
}

interface CorrectBalanceDialogProps extends ChangeDialogProps {
  company: { company_id: string; name: string; amount: number }
}

const changeOf = ({ way, amount }: Values) => (way === 'add' ? 1 : -1) * fenOf(amount)

const correct = withRequestKey(api.correctCompanyBalance)

/** Requests a second operator's confirmation of a manual entry in a company's ledger. */
export function CorrectBalanceDialog({ company, ...dialog }: CorrectBalanceDialogProps) {
  const { company_id, name, amount } = company
  const [form] = Form.useForm<Values>()
  const typed = Form.useWatch(values => values, form)
  const change = typed?.amount && yuanPattern.test(typed.amount) ? changeOf(typed) : undefined
  return (
    <DialogForm
      title="更正余额"
      subject={company_id}
      okText="提交确认"
      danger
      {...dialog}
      form={form}
      call={correct}
      input={(values: Values) => ({
        company_id,
        amount: changeOf(values),
        reason: values.reason.trim(),
      })}
      fieldOf={{ [-50020]: 'amount' }}
    >
      <p className="dialog-about">
        <strong>{name}</strong> 现有余额 {yuan(amount)}。更正须由另一位操作员确认，企业会收到通知，并在流水里看到原因。
      </p>
      <Form.Item name="way" label="更正" initialValue="add">
        <Radio.Group
          options={[
            { value: 'add', label: '增加' },
            { value: 'take', label: '减少' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="amount"
        label="金额（元）"
        extra={change !== undefined && amount + change >= 0 && `更正后余额 ${yuan(amount + change)}`}
        dependencies={['way']}
        rules={[
          { required: true, pattern: yuanPattern, message: '请输入金额，最多两位小数' },
          ({ getFieldsValue }) => ({
            validator: async (_, sum?: string) => {
              if (sum && yuanPattern.test(sum) && amount + changeOf({ ...getFieldsValue(), amount: sum }) < 0)
                throw new Error(`余额只有 ${yuan(amount)}，不能减少这么多`)
            },
          }),
        ]}
      >
        <Input inputMode="decimal" prefix="¥" autoComplete="off" />
      </Form.Item>
      <ReasonField label="更正的原因，企业会看到" />
    </DialogForm>
  )
}
