import { Form } from 'antd'
import type { InputOf } from '#contract/index.ts'
import { captchaProblem } from '#contract/rules.ts'
import { ruled } from '#web/ui/form-rules.ts'
import { CodeInput } from '#web/ui/sms-code/code-input.tsx'
import { useAdminCode } from './admin-code.ts'

interface AdminCodeFieldProps {
  of: InputOf<'getCompanyAdminCaptcha'>
  /** The text that names the only use of the code. */
  only: string
}

/** The field `captcha` of a form whose act requires an administrator's code. */
export function AdminCodeField({ of, only }: AdminCodeFieldProps) {
  const code = useAdminCode(of)
  return (
    <Form.Item
      name="captcha"
      label="管理员验证码"
      rules={[ruled(captchaProblem)]}
      validateTrigger="onBlur"
      extra={code.phone ? `已发送到 ${code.phone}，${only}` : `发送到您本人的手机，${only}`}
    >
      <CodeInput send={code.send} label={code.label} disabled={code.disabled} />
    </Form.Item>
  )
}

const captchaOfWeightyAct = { [-41005]: 'captcha' }

/** The field's properties in a dialog of a sensitive act on people. */
export const weighty = { fieldOf: captchaOfWeightyAct, only: '只对本次所选员工有效' }
