import { z } from 'zod'
import { creditCodeProblem } from '#contract/rules.ts'
import { demoPassword } from '#server/app/demo/companies.ts'
import { reachDatabase } from '#server/app/reach-database.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { connect } from '#server/database/pool.ts'
import { hashPassword } from '#server/modules/accounts/passwords.ts'
import { makeOn } from '#server/testing/make.ts'

/** The report of a simulated client about its device. */
export interface SimulatedDevice {
  fingerprint: string
  name: string
  platform: 'windows' | 'mac' | 'android' | 'ios'
  os_version: string
  client_version: string
}

const models = [
  { platform: 'windows', model: 'ThinkPad T14', os_version: 'Windows 11 24H2', client_version: '12.0.1' },
  { platform: 'windows', model: '联想小新 Pro', os_version: 'Windows 11 23H2', client_version: '12.0.1' },
  { platform: 'mac', model: 'MacBook Air', os_version: 'macOS 15.6', client_version: '12.0.1' },
  { platform: 'android', model: '小米 15', os_version: 'Android 15', client_version: '12.0.0' },
  { platform: 'windows', model: '台式机', os_version: 'Windows 10 22H2', client_version: '12.0.0' },
] as const

export function simulatedDevice(phone: string): SimulatedDevice {
  const { model, ...device } = models[Number(phone.slice(-3)) % models.length] ?? models[0]
  return { ...device, name: `模拟员工${phone.slice(-4)}的 ${model}`, fingerprint: `simulated-${phone}` }
}

/** Phones and the credit code are in the demonstration's ranges, apart from its people; no real company has sequence MAXX. */
const phoneNumber = (index: number) => `1380001${String(index).padStart(4, '0')}`
export const maxClients = 10_000
const creditCode = [...'0123456789ABCDEFGHJKLMNPQRTUWXY']
  .map(last => `91440300MAXX00099${last}`)
  .find(code => !creditCodeProblem(code))

/**
 * Creates a company with this many employees, or reuses it: four of five devices are approved, the others register themselves and
 * wait for approval. Returns the phones, which all log in with the demonstration's password.
 */
export async function prepareCompany(config: Config, clients: number): Promise<string[]> {
  if (config.mode !== 'demo') throw new Error('模拟企业只在演示模式下创建；其他环境请用 --as 指定已有账号')
  const phones = Array.from({ length: clients }, (_, index) => phoneNumber(index))
  const passwordHash = await hashPassword(demoPassword)
  const devices = phones.filter((_, index) => index % 5).map(phone => ({ phone, ...simulatedDevice(phone) }))
  const { url, log, stop } = await reachDatabase(config)
  const pools = connect({ url, log, size: 1 })
  try {
    await pools.system.transaction(async transaction => {
      await transaction.change`
        insert into company (name, credit_code, size, contact_name, contact_phone)
        values ('模拟客户端有限公司', ${creditCode}, '201-500人', '模拟员工0000', ${phoneNumber(0)})
        on conflict (credit_code) where closed_at is null do nothing`
      await transaction.change`
        insert into account (phone, password_hash, display_name, agreement_version, agreed_at)
        select phone, ${passwordHash}, '模拟员工' || right(phone, 4), ${config.agreementVersion}, now()
        from unnest(${phones}::text[]) as phone
        on conflict (phone) do nothing`
      await transaction.change`
        insert into employee (company_id, account_id, role, name, service_ends_at)
        select company.id, account.id, case when account.phone = ${phoneNumber(0)} then 'owner' else 'employee' end,
          account.display_name, now() + interval '30 days'
        from company, account where company.credit_code = ${creditCode} and account.phone = any(${phones})
        on conflict (account_id) where state in ('active', 'disabled')
        do update set service_ends_at = excluded.service_ends_at`
      await transaction.change`
        insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state,
          audited_at)
        select employee.company_id, employee.id, input.fingerprint, input.name, input.platform, input.os_version,
          input.client_version, 'approved', now()
        from jsonb_to_recordset(${JSON.stringify(devices)}::jsonb) as input (phone text, fingerprint text, name text,
          platform text, os_version text, client_version text)
        join employee on employee.phone = input.phone
        on conflict (company_id, fingerprint) do nothing`
      await giveLines(transaction)
      await transaction.change`
        update employee set department_id = department.id from department
        where department.company_id = employee.company_id and department.name = '模拟部门' and department_id is null
          and employee.company_id = (select id from company where credit_code = ${creditCode})`
    })
  } finally {
    await pools.end()
    await stop()
  }
  return phones
}

const lines = 4
const companyRow = z.object({ id: z.string(), account_id: z.string() })
const offer = z.object({ id: z.string(), regionId: z.string(), accessWayId: z.string() })

/** Gives the company some lines that all its people may use, each with a shop, once and if the stock has the addresses. */
async function giveLines(transaction: Database): Promise<void> {
  const company = await transaction.row(companyRow)`
    select company.id, employee.account_id from company
    join employee on employee.company_id = company.id and employee.role = 'owner'
    where company.credit_code = ${creditCode} and not exists (select from line where company_id = company.id)`
  const sku = await transaction.row(offer)`
    select sku.id, region_id as "regionId", access_way_id as "accessWayId"
    from sku join address_stock stock using (region_id, access_way_id)
    where bandwidth is not null and stock.free - stock.reserved >= ${lines} order by stock.free desc, sku.id limit 1`
  if (!company || !sku) return
  const make = makeOn(transaction)
  const owned = { id: company.id, owner: { account: { id: company.account_id } } }
  const { id: orderId } = await make.order(owned, { subject: '模拟专线', skuId: sku.id, amount: 0 })
  const made = await Promise.all(
    Array.from({ length: lines }, (_, index) =>
      make.line(owned, { name: `模拟专线-0${index + 1}`, sku, orderId, bound: true }),
    ),
  )
  const { id: departmentId } = await make.department(company.id, { name: '模拟部门' })
  await make.lineGroup(company.id, { name: '模拟专线组', lines: made.map(({ id }) => id), departments: [departmentId] })
  await transaction.change`
    insert into shop (company_id, platform, name, shop_number, line_id)
    select ${company.id}, 'amazon', '模拟店铺' || place, 'SIM-' || place, line_id
    from unnest(${made.map(({ id }) => id)}::uuid[]) with ordinality as held (line_id, place)`
}
