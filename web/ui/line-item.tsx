import { Form, Input } from 'antd'
import { type LineField, lineFieldProblem, ruled } from './form-rules.ts'

interface LineItemProps {
  name: string
  field: LineField
  value: string | null
  /** True if the company's directory owns the field, so that it cannot be changed here. */
  owned?: boolean
}

export const ownedText = '由企业目录管理，请在目录里修改'

/** A record's line of text in a form: label, length and rule are the record's. */
export const LineItem = ({ name, field, value, owned = false }: LineItemProps) => (
  <Form.Item
    name={name}
    label={field.required ? field.label : `${field.label}（选填）`}
    initialValue={value ?? ''}
    extra={owned ? ownedText : undefined}
    rules={owned ? [] : [ruled(lineFieldProblem(field))]}
  >
    <Input disabled={owned} maxLength={field.max} autoComplete="off" />
  </Form.Item>
)
