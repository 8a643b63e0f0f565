import { plainPhone } from '#contract/phone.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Cuts a phone to its 11 digits; one that still begins with +86 may be longer until it is complete. */
function typedPhone(typed: string): string {
  const plain = plainPhone(typed)
  return plain.startsWith('1') ? plain.slice(0, 11) : plain
}

interface PhoneFieldProps extends Omit<TextFieldProps, 'label' | 'input' | 'action' | 'below'> {
  placeholder: string
}

/** Takes the phone of an account as it is typed or copied. The browser's own limit would cut a copied +86 138 0000 0002. */
export const PhoneField = ({ onChange, placeholder, ...field }: PhoneFieldProps) => (
  <TextField
    {...field}
    label="手机号"
    onChange={typed => onChange(typedPhone(typed))}
    input={{ type: 'tel', autoComplete: 'username', inputMode: 'tel', maxLength: 20, placeholder }}
  />
)
