import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { operator } from '#contract/records/operator.ts'

export const contextOperator = operator.schema
  .pick({ name: true, display_name: true, roles: true, totp: true })
  .extend({
    id,
    /** True if another operator set the password. */
    must_change_password: z.boolean(),
  })

/** Columns that have another name in the record, or from which its value is derived. */
export const operatorColumns = {
  operator_id: 'id',
  totp: 'totp_sealed is not null',
  must_change_password: 'password_given',
}
