import { Form, Input } from 'antd'
import { termsVersionPattern } from '#contract/operations/content-names.ts'
import { MomentField } from '../moment-field.tsx'

export interface TermsName {
  version: string
  effective_on: string
}

/** What names a version. */
export const TermsFields = ({ autoFocus, disabled }: { autoFocus?: boolean; disabled?: boolean }) => (
  <>
    <Form.Item
      name="version"
      label="版本名称"
      extra="注册时记录的就是它，也用在网址里；如 2026-12"
      rules={[{ required: true, pattern: termsVersionPattern, message: '1–30 位字母、数字或 . _ -，以字母或数字开头' }]}
    >
      <Input maxLength={30} autoComplete="off" autoFocus={autoFocus} disabled={disabled} />
    </Form.Item>
    <Form.Item
      name="effective_on"
      label="生效日期"
      extra="自这一天零点（北京时间）起成为现行版本"
      rules={[{ required: true, message: '请选择生效日期' }]}
    >
      <MomentField disabled={disabled} />
    </Form.Item>
  </>
)
