import { Form, Input, InputNumber } from 'antd'
import type { OperationInput } from '#contract/operations/index.ts'
import type { CallOptions } from '#web/data/answers.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { reasonRule } from '../reason-rule.ts'
import type { ActionDialogProps } from './company.ts'

const most = 36_500

/** One form serves both calls; its field is named as in the call, so that a refusal is shown at it. */
type Values = Pick<OperationInput<'giftCompanyHours'>, 'days'> & { note?: string; reason?: string }
type Given = Values & Pick<OperationInput<'giftCompanyHours'>, 'company_id' | 'request_key'>

const giftHours = withRequestKey(({ company_id, days, request_key, note = '' }: Given, options: CallOptions) =>
  api.giftCompanyHours({ company_id, days, request_key, note }, options),
)
const takeBackHours = withRequestKey(({ company_id, days, request_key, reason = '' }: Given, options: CallOptions) =>
  api.takeBackCompanyHours({ company_id, days, request_key, reason }, options),
)

/** Gives hours to a company or takes some back, at most as many as it has. */
export function HoursDialog({ company, back, open, close, done }: ActionDialogProps & { back?: true }) {
  const [form] = Form.useForm<Values>()
  const days = Form.useWatch('days', form) ?? 0
  const { company_id, name } = company.info
  const { balance } = company.figures
  const after = back ? balance - days : balance + days
  const word = back ? '收回时长' : '赠送时长'

  return (
    <DialogForm
      title={word}
      subject={company_id}
      okText={back ? '收回' : '赠送'}
      {...(back && { danger: true })}
      open={open}
      close={close}
      form={form}
      call={back ? takeBackHours : giftHours}
      input={values => ({ company_id, ...values })}
      fieldOf={{ [-47030]: 'days' }}
      unanswered={`再次提交不会重复${word}`}
      message={({ data }, { days: known }) =>
        `${back ? '已收回' : '已赠送'} ${count(known)} 人天，现有 ${count(data.balance)} 人天`
      }
      done={done}
    >
      <p className="dialog-about">
        <strong>{name}</strong> 现有 {count(balance)} 人天，{back ? '收回' : '赠送'}后 {count(Math.max(0, after))}{' '}
        人天。
        {back ? '收回的在流水里记为赠送的负数，已分配给员工的不会动；管理员会收到通知。' : '管理员会收到通知。'}
      </p>
      <Form.Item
        name="days"
        label="人天"
        rules={[
          { required: true, type: 'integer', min: 1, max: most, message: `请输入 1–${count(most)} 的整数` },
          ...(back ? [{ type: 'integer' as const, max: balance, message: `最多可收回 ${count(balance)} 人天` }] : []),
        ]}
      >
        <InputNumber min={1} max={most} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name={back ? 'reason' : 'note'}
        label={back ? '原因' : '说明'}
        extra="企业在时长流水里会看到"
        rules={[reasonRule(`请输入${back ? '原因' : '说明'}，至少 2 个字`)]}
      >
        <Input maxLength={100} placeholder={back ? '例如：重复赠送' : '例如：11 月 12 日故障补偿'} />
      </Form.Item>
    </DialogForm>
  )
}
