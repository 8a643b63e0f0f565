import { company } from '#contract/records/company.ts'
import type { Database } from '#server/database/database.ts'

const buyer = company.schema.pick({ name: true, credit_code: true, address: true, contact_name: true })

/** The contract names no phone: an operator sees that of a company only by an act that the audit log records. */
export const findBuyer = (system: Database, companyId: string) =>
  system.row(buyer)`select name, credit_code, address, contact_name from company where id = ${companyId}`
