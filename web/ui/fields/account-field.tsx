import { wholePhone } from '#contract/phone.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** Takes the account of a login: as a rule a phone, which may be copied as +86 138 0000 0002. */
export const AccountField = ({ onChange, ...field }: Omit<TextFieldProps, 'label' | 'input'>) => (
  <TextField
    {...field}
    label="登录账号"
    onChange={typed => onChange(wholePhone(typed) ?? typed)}
    input={{ autoComplete: 'username', inputMode: 'tel', maxLength: 50, placeholder: '注册时使用的手机号' }}
  />
)
