import { plainCaptcha } from '#contract/plain-code.ts'
import type { TypedPurpose } from '../sms-code/send-code.ts'
import { useCodeButton } from '../sms-code/use-code-button.ts'
import { useCodeFocus } from '../sms-code/use-code-focus.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface CodeFieldProps extends Omit<TextFieldProps, 'action' | 'label'> {
  purpose: TypedPurpose
  phone: string
  /** Called when no code can be sent to this phone. */
  onPhoneProblem: (problem: string) => void
}

export function CodeField({ purpose, phone, onPhoneProblem, onChange, ...field }: CodeFieldProps) {
  const button = useCodeButton(purpose)
  const focused = useCodeFocus(button.disabled)
  return (
    <TextField
      {...field}
      label="短信验证码"
      onChange={typed => onChange(plainCaptcha(typed))}
      input={{ inputMode: 'numeric', autoComplete: 'one-time-code', placeholder: '6 位数字' }}
      action={
        <button
          ref={focused}
          type="button"
          className="field-action"
          disabled={button.disabled}
          onClick={async () => {
            const problem = await button.send(phone)
            if (problem) onPhoneProblem(problem)
          }}
        >
          {button.label}
        </button>
      }
    />
  )
}
