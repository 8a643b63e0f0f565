import type { FormInstance } from 'antd'

interface Failed {
  errorFields: readonly { name: readonly (string | number)[] }[]
}

/** Focuses the first invalid field if it is a group of radio buttons, which cannot have the focus itself. */
export const focusGroup =
  (form: FormInstance) =>
  ({ errorFields: [first] }: Failed): void => {
    const field: unknown = first && form.getFieldInstance([...first.name])
    if (field instanceof HTMLElement && field.getAttribute('role') === 'radiogroup')
      field.querySelector('input')?.focus()
  }
