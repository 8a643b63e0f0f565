import { Form, Input } from 'antd'
import { type LineField, lineFieldProblem, ruled } from './form-rules.ts'

interface LineItemProps {
  name: string
  field: LineField
  value: string | null
  autoFocus?: boolean
}

/** A record's line of text in a form: label, length and rule are the record's. */
export const LineItem = ({ name, field, value, autoFocus = false }: LineItemProps) => (
  <Form.Item
    name={name}
    label={field.required ? field.label : `${field.label}（选填）`}
    initialValue={value ?? ''}
    rules={[ruled(lineFieldProblem(field))]}
  >
    <Input autoFocus={autoFocus} maxLength={field.max} autoComplete="off" />
  </Form.Item>
)
