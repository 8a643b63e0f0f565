import { randomInt } from 'node:crypto'
import sql, { join } from 'sql-template-tag'
import { hashSecret } from '#server/core/secret-hash.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const count = 10

/**
 * Six groups of four characters make 118 bits, so that a copy of the table can't be searched for a code: only a plain hash of it is
 * stored.
 */
const newCode = (): string =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )

/** Creates the codes that replace a lost authenticator, in place of all earlier ones. They are shown only this once. */
export async function renewRecoveryCodes(transaction: Database, operatorId: string): Promise<string[]> {
  await dropRecoveryCodes(transaction, operatorId)
  const codes = Array.from({ length: count }, newCode)
  await transaction.change`
    insert into operator_recovery_code (operator_id, code_hash)
    values ${join(codes.map(code => sql`(${operatorId}, ${hashSecret(code)})`))}`
  return codes
}

export const dropRecoveryCodes = (transaction: Database, operatorId: string): Promise<number> =>
  transaction.change`delete from operator_recovery_code where operator_id = ${operatorId}`

export const countRecoveryCodes = (database: Database, operatorId: string): Promise<number> =>
  countOf(
    database,
    sql`select count(*) from operator_recovery_code where operator_id = ${operatorId} and used_at is null`,
  )

/** Reports whether the code was unused, and uses it up; of two concurrent uses one succeeds. */
export const useRecoveryCode = async (database: Database, operatorId: string, code: string): Promise<boolean> =>
  (await database.change`
    update operator_recovery_code set used_at = now()
    where operator_id = ${operatorId} and code_hash = ${hashSecret(code)} and used_at is null`) === 1
