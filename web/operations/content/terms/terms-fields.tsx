import { Form, Input } from 'antd'
import { isAgreement, type TermsKind, termsVersionPattern } from '#contract/content-names.ts'
import { termsFields } from '#contract/records/terms-fields.ts'
import { MomentField } from '../moment-field.tsx'

export interface TermsName {
  version: string
  effective_on: string
}

interface TermsFieldsProps {
  which: TermsKind
  disabled?: boolean
}

/** The fields that name a version. */
export const TermsFields = ({ which, disabled }: TermsFieldsProps) => (
  <>
    <Form.Item
      name="version"
      label={termsFields.version.label}
      extra={isAgreement(which) ? '注册时记录的就是它，也用在网址里；如 2026-12' : '只有同事看到；如 2026-12'}
      rules={[{ required: true, pattern: termsVersionPattern, message: '1–30 位字母、数字或 . _ -，以字母或数字开头' }]}
    >
      <Input maxLength={termsFields.version.max} autoComplete="off" disabled={disabled} />
    </Form.Item>
    <Form.Item
      name="effective_on"
      label={termsFields.effective_on.label}
      extra="自这一天零点（北京时间）起成为现行版本"
      rules={[{ required: true, message: `请选择${termsFields.effective_on.label}` }]}
    >
      <MomentField disabled={disabled} />
    </Form.Item>
  </>
)
