import { Form, Input, Select } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { companySizes } from '#contract/rules.ts'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'

interface Values {
  contact_name: string
  contact_phone: string
  address: string
  size: (typeof companySizes)[number]
}

/** As the contract checks it. */
export function contactPhoneProblem(phone: string): string | undefined {
  return (
    (/^[\d+() -]*$/.test(phone.trim()) ? undefined : '联系电话只能有数字、空格、+、-与括号') ??
    lineProblem('联系电话', 20, 5)(phone)
  )
}

interface CompanyDialogProps {
  company: OutputOf<'getCompanyInfo'>
  open: boolean
  close: () => void
  changed: () => void
}

export function CompanyDialog({ company, open, close, changed }: CompanyDialogProps) {
  const [form] = Form.useForm<Values>()

  async function send(values: Values) {
    const answer = await api.setCompanyInfo(values)
    if (answer.ok) {
      toast.success('企业资料已保存')
      changed()
      return true
    }
    tellRefusal(form, answer)
    return false
  }

  const text = (value: string | null) => value ?? ''
  return (
    <DialogForm title="编辑企业资料" okText="保存" open={open} close={close} form={form} send={send}>
      <Form.Item
        name="contact_name"
        label="联系人"
        initialValue={text(company.contact_name)}
        rules={[ruled(lineProblem('联系人姓名', 50, 2))]}
        validateTrigger="onBlur"
      >
        <Input autoFocus autoComplete="name" maxLength={50} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label="联系电话"
        initialValue={text(company.contact_phone)}
        rules={[ruled(contactPhoneProblem)]}
        validateTrigger="onBlur"
      >
        <Input type="tel" autoComplete="tel" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="address"
        label="企业地址（选填）"
        initialValue={text(company.address)}
        rules={[ruled(lineProblem('企业地址', 200, 0))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="street-address" maxLength={200} />
      </Form.Item>
      <Form.Item
        name="size"
        label="企业规模"
        initialValue={company.size ?? undefined}
        rules={[{ required: true, message: '请选择企业规模' }]}
      >
        <Select options={companySizes.map(size => ({ value: size, label: size }))} placeholder="请选择" />
      </Form.Item>
    </DialogForm>
  )
}
