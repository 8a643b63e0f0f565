import { Checkbox, Form, Input, Radio } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { plainNumber } from '#contract/plain-code.ts'
import { bankFields, invoiceFields } from '#contract/records/invoice-fields.ts'
import { creditCodeProblem } from '#contract/rules.ts'
import { invoiceKindNames, invoiceKinds } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'

export type Title = OutputOf<'setInvoiceTitle'>
type Values = Omit<Title, 'title_id'>

interface TitleDialogProps extends DialogProps {
  /** Undefined to create a title. */
  title: Title | undefined
  done: (title: Title) => void
}

const kinds = invoiceKinds.map(value => ({ value, label: invoiceKindNames[value] }))

export function TitleDialog({ title, open, close, done }: TitleDialogProps) {
  const [form] = Form.useForm<Values>()
  const special = Form.useWatch('kind', form) === 'special'

  return (
    <DialogForm
      title={title ? '修改发票抬头' : '新建发票抬头'}
      subject={title?.title_id}
      okText="保存"
      open={open}
      close={close}
      form={form}
      call={api.setInvoiceTitle}
      record={title}
      input={(values, record) => ({ ...(record && { title_id: record.title_id }), ...changedFrom(record, values) })}
      fieldOf={{ [-51002]: 'address' }}
      onSuccess={({ data }) => done(data)}
    >
      {title && <p className="dialog-about">已经申请的发票仍用申请时的抬头；还没有开具的，可以撤回后重新申请。</p>}
      <Form.Item name="kind" label="发票类型" initialValue={title?.kind ?? 'normal'}>
        <Radio.Group options={kinds} />
      </Form.Item>
      <Form.Item
        name="title"
        label={invoiceFields.title.label}
        initialValue={title?.title ?? ''}
        rules={[ruled(lineProblem(invoiceFields.title.label, invoiceFields.title.max, invoiceFields.title.min))]}
      >
        <Input maxLength={invoiceFields.title.max} autoComplete="organization" />
      </Form.Item>
      {!title && open && <OwnCompany use={own => form.setFieldsValue(own)} />}
      <Form.Item
        name="tax_number"
        label="税号（统一社会信用代码）"
        initialValue={title?.tax_number ?? ''}
        normalize={plainNumber}
        rules={[ruled(creditCodeProblem)]}
        validateTrigger="onBlur"
      >
        <Input autoComplete="off" />
      </Form.Item>
      {bankFields.map(name => {
        const { label, max } = invoiceFields[name]
        return (
          <Form.Item
            key={name}
            name={name}
            label={special ? label : `${label}（选填）`}
            initialValue={title?.[name] ?? ''}
            rules={[ruled(lineProblem(label, max, special ? 1 : 0))]}
            // The rule depends on the kind.
            dependencies={['kind']}
          >
            <Input maxLength={max} autoComplete="off" />
          </Form.Item>
        )
      })}
      <Form.Item
        name="email"
        label="接收邮箱"
        initialValue={title?.email ?? ''}
        rules={[
          { required: true, message: '请输入邮箱' },
          { type: 'email', message: '请输入正确的邮箱' },
        ]}
        validateTrigger="onBlur"
      >
        <Input type="email" maxLength={100} autoComplete="email" />
      </Form.Item>
      <Form.Item name="preferred" valuePropName="checked" initialValue={title?.preferred ?? false}>
        <Checkbox>设为常用，申请发票时默认选中</Checkbox>
      </Form.Item>
    </DialogForm>
  )
}

/** Fills in the company itself, the usual title. */
function OwnCompany({ use }: { use: (own: Pick<Values, 'title' | 'tax_number' | 'address'>) => void }) {
  const { data } = useCall('getCompanyInfo', {})
  if (!data) return null
  return (
    <p className="title-add">
      <button
        type="button"
        className="chip"
        onClick={() => use({ title: data.name, tax_number: data.credit_code, address: data.address ?? '' })}
      >
        填入 {data.name}
      </button>
    </p>
  )
}
