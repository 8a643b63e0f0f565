import type { ScopeName } from '#contract/scope-names.ts'
import { api } from '#web/data/api.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { TokenFields } from './create-token-dialog.tsx'
import type { Token } from './token-looks.ts'

interface Values {
  name: string
  scopes: ScopeName[]
  departments?: string[]
  networks?: string[]
}

/** Changes what a token may do; its secret and its expiry remain. */
export function EditTokenDialog({ token, ...dialog }: ChangeDialogProps & { token: Token }) {
  return (
    <DialogForm
      {...dialog}
      title={`修改“${token.name}”`}
      subject={token.token_id}
      okText="保存"
      width={560}
      call={api.setApiToken}
      record={token}
      toFields={({ dept_ids, ...seen }) => ({
        ...seen,
        ...(dept_ids !== undefined && { departments: dept_ids ?? [] }),
      })}
      input={({ departments = [], networks = [], ...values }: Values, record) => ({
        token_id: token.token_id,
        ...changedFrom(record, { ...values, networks, dept_ids: departments.length ? departments : null }),
      })}
      fieldOf={{ [-46001]: 'departments' }}
      outdatedBy={[-41056]}
    >
      <TokenFields token={token} />
    </DialogForm>
  )
}
