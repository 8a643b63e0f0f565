import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { type ChainEnd, end } from './chain.sql.ts'

const companyRow = z.object({ company_id: id })

/** Returns companies with a signature in their chain that was made by none of these keys. */
export const companiesSignedBefore = (system: Database, keyIds: string[]) =>
  system.rows(companyRow)`
    select company_id from connection_chain where key_id <> all(${keyIds})
    union select company_id from connection_head where key_id <> all(${keyIds})`

const kindOfHead = end.extend({ kind: z.enum(['day', 'trim']) })

export const headsSignedBefore = (database: Database, companyId: string, keyId: string) =>
  database.rows(kindOfHead)`
    select kind, number, hash, signed, signature, key_id from connection_head
    where company_id = ${companyId} and key_id <> ${keyId} for update`

/** The end counts as not kept until the file in the storage has a new signature, too. */
export const renewEnd = (transaction: Database, companyId: string, { signature, key_id }: ChainEnd) =>
  transaction.change`
    update connection_chain set signature = ${signature}, key_id = ${key_id},
      kept_number = case when signature = ${signature} then kept_number else -1 end
    where company_id = ${companyId}`

export const renewHeads = (transaction: Database, companyId: string, heads: readonly z.output<typeof kindOfHead>[]) =>
  transaction.change`
    update connection_head set signature = input.signature, key_id = input.key_id
    from ${values(heads, { kind: 'text', number: 'bigint', signature: 'text', key_id: 'text' })}
    where company_id = ${companyId} and connection_head.kind = input.kind and connection_head.number = input.number`
