import './code-input.css'
import { Input } from 'antd'
import { plainCaptcha } from '#contract/plain-code.ts'
import { Button } from '#web/ui/button.tsx'
import { useCodeFocus } from './use-code-focus.ts'

interface CodeInputProps {
  /** Form.Item passes these. */
  id?: string
  value?: string
  onChange?: (value: string) => void
  onBlur?: () => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  send: () => void
  label: string
  disabled: boolean
}

/** The input for the code and the button that requests one. */
export function CodeInput({ send, label, disabled, onChange, onBlur, ...field }: CodeInputProps) {
  const button = useCodeFocus(disabled)
  return (
    <div className="code-input">
      <Input
        {...field}
        onChange={event => onChange?.(plainCaptcha(event.target.value))}
        // Leaving the blank field for the button that requests the code is no mistake.
        onBlur={() => field.value && onBlur?.()}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
      <Button ref={button} disabled={disabled} onClick={send} className="figures">
        {label}
      </Button>
    </div>
  )
}
