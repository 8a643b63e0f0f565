import { Form, Input, Select } from 'antd'
import { companySizes } from '#contract/rules.ts'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { contactPhoneProblem } from '#web/console/company/company-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { api } from '../api.ts'
import type { ActionDialogProps } from './actions.tsx'

interface Values {
  name: string
  contact_name: string
  contact_phone?: string
  address: string
  size: (typeof companySizes)[number]
  reason: string
}

/** The name after a new licence; contact and address when the company can't change them itself. */
export function CorrectDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send({ contact_phone = '', ...values }: Values) {
    const phone = contact_phone.trim()
    const answer = await api.correctCompany({
      company_id: info.company_id,
      ...values,
      ...(phone && { contact_phone: phone }),
    })
    if (answer.ok) done(answer.msg)
    else tellRefusal(form, answer)
    return answer.ok
  }
  return (
    <DialogForm title="更正资料" okText="保存" open={open} close={close} form={form} send={send}>
      <Form.Item
        name="name"
        label="企业名称"
        initialValue={info.name}
        extra={`统一社会信用代码 ${info.credit_code} 不变；须与换发的营业执照一致`}
        rules={[ruled(lineProblem('企业名称', 100, 4))]}
      >
        <Input autoFocus autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="contact_name"
        label="联系人"
        initialValue={info.contact_name ?? ''}
        rules={[ruled(lineProblem('联系人姓名', 50, 2))]}
      >
        <Input autoComplete="off" maxLength={50} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label="联系电话"
        extra="留空则不变"
        rules={[ruled(value => (value?.trim() ? contactPhoneProblem(value) : undefined))]}
      >
        <Input type="tel" autoComplete="off" maxLength={20} placeholder={info.contact_phone ?? undefined} />
      </Form.Item>
      <Form.Item
        name="address"
        label="企业地址（选填）"
        initialValue={info.address ?? ''}
        rules={[ruled(lineProblem('企业地址', 200, 0))]}
      >
        <Input autoComplete="off" maxLength={200} />
      </Form.Item>
      <Form.Item name="size" label="企业规模" initialValue={info.size ?? undefined}>
        <Select options={companySizes.map(size => ({ value: size, label: size }))} placeholder="请选择" />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因"
        rules={[{ required: true, whitespace: true, min: 2, message: '请输入原因，至少 2 个字' }]}
      >
        <Input maxLength={200} placeholder="例如：企业更名，已收到新的营业执照" />
      </Form.Item>
    </DialogForm>
  )
}
