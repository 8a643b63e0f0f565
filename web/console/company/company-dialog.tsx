import { Form, Input, Select } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { companyFields } from '#contract/records/company-fields.ts'
import { companySizes } from '#contract/rules.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { contactPhoneProblem, lineFieldProblem, ruled } from '#web/ui/form-rules.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'

const { contact_name, contact_phone, address, size } = companyFields

interface Values {
  contact_name: string
  contact_phone: string
  address: string
  size: (typeof companySizes)[number]
}

interface CompanyDialogProps extends DialogProps {
  company: OutputOf<'getCompanyInfo'>
  changed: () => void
}

export function CompanyDialog({ company, changed, ...dialog }: CompanyDialogProps) {
  const text = (value: string | null) => value ?? ''
  return (
    <DialogForm
      title="修改企业资料"
      subject={undefined}
      okText="保存"
      {...dialog}
      call={api.setCompanyInfo}
      record={company}
      input={(values: Values, record) => changedFrom(record, values)}
      message="企业资料已保存"
      done={changed}
    >
      <Form.Item
        name="contact_name"
        label={contact_name.short}
        initialValue={text(company.contact_name)}
        rules={[ruled(lineFieldProblem(contact_name))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="name" maxLength={contact_name.max} />
      </Form.Item>
      <Form.Item
        name="contact_phone"
        label={contact_phone.label}
        initialValue={text(company.contact_phone)}
        rules={[ruled(contactPhoneProblem)]}
        validateTrigger="onBlur"
      >
        <Input type="tel" autoComplete="tel" maxLength={contact_phone.max} />
      </Form.Item>
      <Form.Item
        name="address"
        label={`${address.label}（选填）`}
        initialValue={text(company.address)}
        rules={[ruled(lineFieldProblem(address))]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="street-address" maxLength={address.max} />
      </Form.Item>
      <Form.Item
        name="size"
        label={size.label}
        initialValue={company.size ?? undefined}
        rules={[{ required: true, message: `请选择${size.label}` }]}
      >
        <Select options={companySizes.map(value => ({ value, label: value }))} placeholder="请选择" />
      </Form.Item>
    </DialogForm>
  )
}
