import { z } from 'zod'
import { getProposal } from '#contract/proposals.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Contract } from './contract.ts'

const seller = z.object({
  brandName: z.string(),
  copyright: z.string(),
  officeAddress: z.string(),
  supportPhone: z.string(),
})

const written = z.object({
  buyer: z.string(),
  buyer_code: z.string(),
  buyer_address: z.string().nullable(),
  buyer_contact: z.string().nullable(),
  seller,
  items: getProposal.output.shape.items,
})

/**
 * Returns the first contents of the contract with a number; this may be the first time. They name no phone: an operator sees a
 * company's only by an act that the audit log records. Undefined without the company.
 */
export async function firstWritten(
  system: Database,
  config: Config,
  { companyId, number, items }: Contract,
): Promise<z.output<typeof written> | undefined> {
  const { brandName, copyright, officeAddress, supportPhone } = config
  const provider = seller.parse({ brandName, copyright, officeAddress, supportPhone })
  // Guard: the primary key, by which the first writing is kept.
  await system.change`
    insert into written_contract (company_id, number, buyer, buyer_code, buyer_address, buyer_contact, seller, items)
    select id, ${number}, name, credit_code, address, contact_name, ${JSON.stringify(provider)}::jsonb,
      ${JSON.stringify(items)}::jsonb
    from company where id = ${companyId}
    on conflict do nothing`
  return system.row(written)`
    select buyer, buyer_code, buyer_address, buyer_contact, seller, items from written_contract
    where company_id = ${companyId} and number = ${number}`
}
