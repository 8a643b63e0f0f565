import { type ClipboardEvent, useState } from 'react'
import { password, passwordStrength } from '#contract/rules.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

const strengths = ['弱', '较弱', '一般', '较强', '强'] as const

function Strength({ value }: { value: string }) {
  const level = passwordStrength(value)
  return (
    <div className="strength" data-level={level} aria-live="polite">
      <span className="strength-bar" aria-hidden="true" />
      <span>密码强度：{strengths[level]}</span>
    </div>
  )
}

interface PasswordFieldProps extends Omit<TextFieldProps, 'action' | 'below'> {
  /** Shows a strength meter, for a new password. */
  meter?: boolean
}

export function PasswordField({ meter, input, problem, onChange, ...field }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const [tooLong, setTooLong] = useState(false)

  /** The browser would cut a password that is too long to its maximum, which nobody sees, and a password manager keeps it whole. */
  function refuseTooLong(event: ClipboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd, value, maxLength } = event.currentTarget
    const kept = value.length - ((selectionEnd ?? 0) - (selectionStart ?? 0))
    const isTooLong = maxLength > 0 && kept + event.clipboardData.getData('text').length > maxLength
    setTooLong(isTooLong)
    if (isTooLong) event.preventDefault()
  }

  return (
    <TextField
      {...field}
      problem={tooLong ? `密码最大长度${password.max}位，粘贴的内容更长，没有填入` : problem}
      onChange={typed => {
        setTooLong(false)
        onChange(typed)
      }}
      input={{
        type: visible ? 'text' : 'password',
        spellCheck: false,
        autoCapitalize: 'off',
        onPaste: refuseTooLong,
        ...input,
      }}
      below={meter && field.value && <Strength value={field.value} />}
      action={
        <button
          type="button"
          className="field-icon"
          aria-label={visible ? '隐藏密码' : '显示密码'}
          aria-pressed={visible}
          onClick={() => setVisible(!visible)}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <path d="M1.5 10S4.5 4.5 10 4.5 18.5 10 18.5 10 15.5 15.5 10 15.5 1.5 10 1.5 10Z" />
            <circle cx="10" cy="10" r="2.5" />
            {!visible && <path d="m3.5 3 13 14" />}
          </svg>
        </button>
      }
    />
  )
}
