import { Form, Input, InputNumber } from 'antd'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../api.ts'
import type { ActionDialogProps } from './actions.tsx'

const most = 36_500

interface Values {
  days: number
  note: string
}

/** Gives hours to a company, or takes some back: no further than there are. */
export function HoursDialog({ company, intent, back, open, close, done }: ActionDialogProps & { back?: true }) {
  const [form] = Form.useForm<Values>()
  const days = Form.useWatch('days', form) ?? 0
  const { company_id, name } = company.info
  const { balance } = company.figures
  const after = back ? balance - days : balance + days
  const word = back ? '收回时长' : '赠送时长'

  async function send({ days: given, note }: Values) {
    const request_key = intent.keyFor({ word, company_id, given, note })
    const answer = back
      ? await api.takeBackCompanyHours({ company_id, days: given, reason: note, request_key })
      : await api.giftCompanyHours({ company_id, days: given, note, request_key })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-47030]: 'days' }, `再次提交不会重复${word}`)
      return false
    }
    done(`${back ? '已收回' : '已赠送'} ${count(given)} 人天，现有 ${count(answer.data.balance)} 人天`)
    return true
  }

  return (
    <DialogForm
      title={word}
      okText={back ? '收回' : '赠送'}
      {...(back && { danger: true })}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <p className="dialog-about">
        <strong>{name}</strong> 现有 {count(balance)} 人天，{back ? '收回' : '赠送'}后 {count(Math.max(0, after))}{' '}
        人天。
        {back ? '收回的记为“更正”，已分配给员工的不会动。' : '管理员会收到通知。'}
      </p>
      <Form.Item
        name="days"
        label="人天"
        rules={[
          { required: true, type: 'integer', min: 1, max: most, message: `请输入 1–${count(most)} 的整数` },
          ...(back ? [{ type: 'integer' as const, max: balance, message: `最多可收回 ${count(balance)} 人天` }] : []),
        ]}
      >
        <InputNumber autoFocus min={1} max={most} precision={0} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item
        name="note"
        label={back ? '原因' : '说明'}
        extra="企业在时长流水里会看到"
        rules={[{ required: true, whitespace: true, min: 2, message: `请输入${back ? '原因' : '说明'}，至少 2 个字` }]}
      >
        <Input maxLength={100} placeholder={back ? '例如：重复赠送' : '例如：11 月 12 日故障补偿'} />
      </Form.Item>
    </DialogForm>
  )
}
