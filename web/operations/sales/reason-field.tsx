import { Form, Input } from 'antd'
import { reasonRule } from '../reason-rule.ts'

/** A field for a reason that another person will read. */
export const ReasonField = ({ label }: { label: string }) => (
  <Form.Item name="reason" label={label} rules={[reasonRule('请写明原因，至少两个字')]}>
    <Input.TextArea rows={3} maxLength={200} showCount />
  </Form.Item>
)
