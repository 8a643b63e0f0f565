import { creditService } from '#server/modules/people/hours/hours.ts'
import type { testPortal } from '#server/testing/portal.ts'

const day = 86_400_000

/** Creates companies that bought two lines for 300 yuan each and 100 person-days for 500 yuan, a hundred days ago. */
export async function costOffices({ make, system }: Awaited<ReturnType<typeof testPortal>>) {
  const sku = await make.sku({ stock: 50 })
  return async function office() {
    const company = await make.company({ managers: 1 })
    const sid = await make.session(company.owner.account)
    const sales = await make.department(company.id, { name: '运营部' })
    const person = async (name: string, departmentId: string | undefined, served = 60) =>
      make.employee(company.id, {
        name,
        ...(departmentId && { departmentId }),
        serviceEndsAt: new Date(Date.now() + served * day),
      })
    const [used, idle] = [await person('陈雨桐', sales.id), await person('李雷', undefined)]
    const before = new Date(Date.now() - 100 * day)
    const lines = await make.order(company, { amount: 60_000, createdAt: before })
    await system.change`update shop_order set product = 'line' where company_id = ${company.id} and id = ${lines.id}`
    await system.change`
      update order_item set quantity = 2, days = 400 where company_id = ${company.id} and order_id = ${lines.id}`
    const [one, two] = [
      await make.line(company, {
        name: '东京-01',
        sku,
        bound: true,
        orderId: lines.id,
        endsAt: new Date(Date.now() + 300 * day),
      }),
      await make.line(company, { name: '东京-02', sku, bound: true, orderId: lines.id, autoRenew: true }),
    ]
    await make.order(company, { amount: 50_000, createdAt: before })
    await creditService(system, { companyId: company.id, days: 200, kind: 'purchase', note: '' })
    for (const { id } of [used, idle])
      await system.change`
        insert into service_entry (company_id, kind, days, balance_after, employee_id, employee_name, actor_name)
        values (${company.id}, 'assignment', -100, 0, ${id}, '', '测试')`
    await system.change`update service_balance set days = 0 where company_id = ${company.id}`
    // The ledger is append-only, so its times are moved back in a way that only a test may use.
    await system.change`alter table service_entry disable trigger user`
    await system.change`
      update service_entry set created_at = created_at - interval '40 days' where company_id = ${company.id}`
    await system.change`alter table service_entry enable trigger user`
    await system.change`update line set created_at = now() - interval '90 days' where company_id = ${company.id}`
    await system.change`
      insert into line_use (company_id, line_id, employee_id, day)
      select ${company.id}, ${one.id}, ${used.id}, (now() at time zone 'Asia/Shanghai')::date - ago from generate_series(0, 3) as ago`
    await system.change`
      insert into address_use (company_id, address, line_id, employee_id, device_id, shop_key, employee_name, device_name,
        first_at, last_at, connections, warned)
      values (${company.id}, '198.18.0.1', ${one.id}, ${used.id}, uuidv7(), '00000000-0000-0000-0000-000000000000', '', '',
        now(), now(), 1, 0)`
    return { company, sid, sales, used, idle, one, two }
  }
}
