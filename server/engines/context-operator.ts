import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { operator } from '#contract/records/operator.ts'

/** The operator of a context. */
export const contextOperator = operator.schema
  .pick({ name: true, display_name: true, roles: true, totp: true })
  .extend({
    id,
    /** True when somebody else set the password. */
    must_change_password: z.boolean(),
  })

/** These columns have another name in the record, or tell what it says. */
export const operatorColumns = {
  operator_id: 'id',
  totp: 'totp_sealed is not null',
  must_change_password: 'password_given',
}
