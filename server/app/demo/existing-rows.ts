import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { categoryAncestors, findSkus, packagesOf } from '#server/modules/catalogue/catalogue.ts'
import { databaseNow } from '#server/modules/people/hours/hours.sql.ts'
import { companies } from './companies.ts'
import { storeFile } from './files.ts'
import { formerPrice } from './prices.ts'
import { insertCoupons } from './shop.sql.ts'
import { companiesByCode, freeAddresses, hoursBought, peopleByPhone, skusByCode } from './shop-lookups.sql.ts'
import type { ExistingRows } from './shop-rows.ts'
import { drawVoucher } from './voucher.ts'

export const ownerPhones = { lanfan: '13800000001', qingyu: '13800000051' }

/** Looks up existing rows that the stories name, and creates the remaining ones they need. */
export async function findExistingRows(
  database: Database,
  { storage }: Pick<Services, 'storage'>,
): Promise<ExistingRows> {
  const found = new Map((await companiesByCode(database)).map(row => [row.credit_code, row]))
  const [lanfan, qingyu] = companies.map(({ creditCode }) => found.get(creditCode))
  if (!lanfan || !qingyu) throw new Error('the demonstration lacks its companies')
  const people = new Map((await peopleByPhone(database)).map(row => [row.phone, row]))
  const codes = await skusByCode(database)
  const skus = new Map(
    (
      await findSkus(
        database,
        codes.map(({ id }) => id),
      )
    ).map(sku => [sku.sku_id, sku]),
  )
  const skuIds = new Map(
    codes.map(({ id, goods, region, bandwidth }) => [`${goods} ${region} ${bandwidth}`, skus.get(id)]),
  )
  const addresses = Map.groupBy(await freeAddresses(database), ({ place }) => place)
  const names = { [lanfan.id]: 'lanfan', [qingyu.id]: 'qingyu' } as const
  return {
    now: await databaseNow(database),
    companies: { lanfan, qingyu },
    people,
    sku(goods, region, bandwidth, at) {
      const sku = skuIds.get(`${goods} ${region} ${bandwidth}`)
      if (!sku) throw new Error(`the demonstration sells no ${goods} ${region} ${bandwidth}`)
      const price = at && formerPrice(goods, region, bandwidth, at)
      return price === undefined ? sku : { ...sku, price }
    },
    packages: await packagesOf(
      database,
      [...skus.values()].map(({ category_id }) => category_id),
    ),
    ancestors: await categoryAncestors(database),
    coupons: await insertCoupons(database, { lanfan, qingyu }, people.get(ownerPhones.lanfan)?.account_id ?? 'demo'),
    ledger: (await hoursBought(database)).flatMap(({ company_id, at }) => {
      const company = names[company_id]
      return company ? [{ company, at: new Date(at) }] : []
    }),
    owners: ownerPhones,
    address(regionId, accessWayId) {
      const taken = addresses.get(`${regionId} ${accessWayId}`)?.shift()
      if (!taken) throw new Error('the demonstration has no address left there')
      return taken
    },
    voucherFileId: await storeFile(database, storage, {
      key: 'voucher/demo/transfer.png',
      name: '网银转账回单.png',
      purpose: 'voucher',
      contentType: 'image/png',
      content: await drawVoucher(),
      accountId: people.get(ownerPhones.lanfan)?.account_id ?? '',
    }),
  }
}
