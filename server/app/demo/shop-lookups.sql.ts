import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const codedSku = z.object({
  id: z.string(),
  goods: z.string(),
  region: z.string().nullable(),
  bandwidth: z.number().nullable(),
})

/** Finds the rows that stories name by code. */
export const skusByCode = (database: Database) =>
  database.rows(codedSku)`
    select sku.id, goods.code as goods, region.code as region, bandwidth
    from sku join goods on goods.id = goods_id left join region on region.id = region_id`

const buyer = z.object({ phone: z.string(), account_id: z.string(), name: z.string() })

export const peopleByPhone = (database: Database) =>
  database.rows(buyer)`
    select account.phone, account_id, employee.name from employee join account on account.id = account_id`

const codedCompany = z.object({ id: z.string(), name: z.string(), credit_code: z.string() })

export const companiesByCode = (database: Database) =>
  database.rows(codedCompany)`select id, name, credit_code from company`

const hoursPurchase = z.object({ company_id: z.string(), at: instant })

export const hoursBought = (database: Database) =>
  database.rows(
    hoursPurchase,
  )`select company_id, created_at as at from service_entry where kind = 'purchase' order by id`

const placedAddress = z.object({ id: z.string(), address: z.string(), place: z.string() })

export const freeAddresses = (database: Database) =>
  database.rows(placedAddress)`
    select id, host(address) as address, region_id || ' ' || access_way_id as place from ip_address
    where state = 'free' order by address`
