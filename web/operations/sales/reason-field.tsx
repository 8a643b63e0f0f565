import { Form, Input } from 'antd'

/** Takes a reason in words that another person will read. */
export const ReasonField = ({ label }: { label: string }) => (
  <Form.Item
    name="reason"
    label={label}
    rules={[{ required: true, whitespace: true, min: 2, message: '请写明原因，至少两个字' }]}
  >
    <Input.TextArea rows={3} maxLength={200} showCount />
  </Form.Item>
)
