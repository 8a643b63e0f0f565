import { Checkbox, Form, Input, Radio } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { creditCodeProblem } from '#contract/rules.ts'
import { invoiceKindNames, invoiceKinds } from '#contract/shop.ts'
import { lineProblem, ruled, upper } from '#web/account/rules.ts'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useCall } from '#web/ui/use-call.ts'

export type Title = OutputOf<'setInvoiceTitle'>
type Values = Omit<Title, 'title_id'>

interface TitleDialogProps {
  /** Undefined makes a new one. */
  title: Title | undefined
  open: boolean
  close: () => void
  done: (title: Title) => void
}

const kinds = invoiceKinds.map(value => ({ value, label: invoiceKindNames[value] }))

/** Of a special invoice the tax office asks for more. */
const bankFields = [
  { name: 'address', label: '注册地址', max: 200 },
  { name: 'phone', label: '注册电话', max: 30 },
  { name: 'bank', label: '开户行', max: 100 },
  { name: 'bank_account', label: '银行账号', max: 40 },
] as const

export function TitleDialog({ title, open, close, done }: TitleDialogProps) {
  const [form] = Form.useForm<Values>()
  const special = Form.useWatch('kind', form) === 'special'

  async function send(values: Values) {
    const answer = await api.setInvoiceTitle({ ...(title && { title_id: title.title_id }), ...values })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-51002]: 'address' })
      return false
    }
    toast.success(answer.msg)
    done(answer.data)
    return true
  }

  return (
    <DialogForm
      title={title ? '修改发票抬头' : '新增发票抬头'}
      okText="保存"
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item name="kind" label="发票类型" initialValue={title?.kind ?? 'normal'}>
        <Radio.Group options={kinds} />
      </Form.Item>
      <Form.Item
        name="title"
        label="发票抬头"
        initialValue={title?.title ?? ''}
        rules={[ruled(lineProblem('发票抬头', 100, 2))]}
      >
        <Input autoFocus maxLength={100} autoComplete="organization" />
      </Form.Item>
      {!title && open && <OwnCompany use={own => form.setFieldsValue(own)} />}
      <Form.Item
        name="tax_number"
        label="税号（统一社会信用代码）"
        initialValue={title?.tax_number ?? ''}
        normalize={upper}
        rules={[ruled(creditCodeProblem)]}
        validateTrigger="onBlur"
      >
        <Input maxLength={18} autoComplete="off" />
      </Form.Item>
      {bankFields.map(({ name, label, max }) => (
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
      ))}
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

/** Most titles are the company itself. */
function OwnCompany({ use }: { use: (own: Pick<Values, 'title' | 'tax_number' | 'address'>) => void }) {
  const { data } = useCall('getCompanyInfo', {}, { quiet: true })
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
