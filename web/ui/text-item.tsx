import { Form, type FormItemProps, Input } from 'antd'

interface TextItemProps extends Pick<FormItemProps, 'dependencies' | 'rules'> {
  name: string
  field: { label: string; max: number }
  initialValue?: string | undefined
  extra?: string | undefined
  /** The form's message while nothing is entered. */
  required: string
  placeholder?: string
}

/** A line of text that must be entered; its label and length are the record's. */
export const TextItem = ({ field, required, placeholder, rules = [], ...item }: TextItemProps) => (
  <Form.Item {...item} label={field.label} rules={[{ required: true, whitespace: true, message: required }, ...rules]}>
    <Input autoComplete="off" maxLength={field.max} placeholder={placeholder} />
  </Form.Item>
)
