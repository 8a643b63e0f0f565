import { wholePhone } from '#contract/phone.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface AccountFieldProps extends Omit<TextFieldProps, 'label' | 'input'> {
  /** The browser also lists passkeys here. Older ones would take an unknown word for no name of a field at all. */
  withPasskeys?: boolean
}

/** Takes the account of a login: as a rule a phone, which may be copied as +86 138 0000 0002. */
export const AccountField = ({ onChange, withPasskeys = false, ...field }: AccountFieldProps) => (
  <TextField
    {...field}
    label="登录账号"
    onChange={typed => onChange(wholePhone(typed) ?? typed)}
    input={{
      autoComplete: withPasskeys ? 'username webauthn' : 'username',
      inputMode: 'tel',
      maxLength: 50,
      placeholder: '注册时使用的手机号',
    }}
  />
)
