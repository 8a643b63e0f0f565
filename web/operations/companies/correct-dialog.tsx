import { Form, Input, Select } from 'antd'
import { companyFields } from '#contract/records/company-fields.ts'
import { companySizes } from '#contract/rules.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { contactPhoneProblem, lineFieldProblem, ruled } from '#web/ui/form-rules.ts'
import { api } from '../api.ts'
import { reasonRule } from '../reason-rule.ts'
import { withoutMasked } from '../without-masked.ts'
import type { ActionDialogProps } from './company.ts'

const { name, contact_name, contact_phone, address, size } = companyFields

interface Values {
  name: string
  contact_name: string
  contact_phone?: string
  address: string
  size: (typeof companySizes)[number]
  reason: string
}

/** Corrects the name after a new licence, and contact and address if the company cannot change them itself. */
export function CorrectDialog({ company: { info }, open, close, done }: ActionDialogProps) {
  return (
    <DialogForm
      title="更正资料"
      subject={info.company_id}
      okText="保存"
      open={open}
      close={close}
      call={api.correctCompany}
      record={info}
      input={({ contact_phone, reason, ...values }: Values, record) => ({
        company_id: info.company_id,
        reason,
        ...changedFrom(record, { ...values, ...(contact_phone?.trim() && { contact_phone: contact_phone.trim() }) }),
      })}
      toFields={withoutMasked}
      done={done}
    >
      <Form.Item
        name="name"
        label={name.label}
        initialValue={info.name}
        extra={`统一社会信用代码 ${info.credit_code} 不变；须与换发的营业执照一致`}
        rules={[ruled(lineFieldProblem(name))]}
      >
        <Input autoComplete="off" maxLength={name.max} />
      </Form.Item>
      <Form.Item
        name="contact_name"
        label={contact_name.short}
        initialValue={info.contact_name ?? ''}
        rules={[ruled(lineFieldProblem(contact_name))]}
      >
        <Input autoComplete="off" maxLength={contact_name.max} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label={contact_phone.label}
        extra="留空则不变"
        rules={[ruled(value => (value?.trim() ? contactPhoneProblem(value) : undefined))]}
      >
        <Input
          type="tel"
          autoComplete="off"
          maxLength={contact_phone.max}
          placeholder={info.contact_phone ?? undefined}
        />
      </Form.Item>
      <Form.Item
        name="address"
        label={`${address.label}（选填）`}
        initialValue={info.address ?? ''}
        rules={[ruled(lineFieldProblem(address))]}
      >
        <Input autoComplete="off" maxLength={address.max} />
      </Form.Item>
      <Form.Item name="size" label={size.label} initialValue={info.size ?? undefined}>
        <Select options={companySizes.map(value => ({ value, label: value }))} placeholder="请选择" />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[reasonRule('请输入原因，至少 2 个字')]}>
        <Input maxLength={200} placeholder="例如：企业更名，已收到新的营业执照" />
      </Form.Item>
    </DialogForm>
  )
}
