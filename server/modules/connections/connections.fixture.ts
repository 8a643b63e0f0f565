import { randomUUID } from 'node:crypto'
import type { ShopPlatform } from '#contract/connection-names.ts'
import { type ConnectionReport, reportText } from '#contract/connections.ts'
import { newDeviceKey } from '#server/testing/device-key.ts'
import type { testPortal } from '#server/testing/portal.ts'

type TestPortal = Awaited<ReturnType<typeof testPortal>>

type Reported = Partial<ConnectionReport> & Pick<ConnectionReport, 'connection_id' | 'event'>

/** Creates a company with a line for which its people can report connections. */
export async function connectionWorld({ make, system, call }: Pick<TestPortal, 'make' | 'system' | 'call'>) {
  const company = await make.company({ managers: 1, employees: 0 })
  const { id: lineId } = await make.line(company, { bound: true, name: '东京-01' })
  const group = await make.lineGroup(company.id, { lines: [lineId] })
  const sid = await make.session(company.owner.account)

  async function shop(name: string, platform: ShopPlatform = 'amazon', svp_id: string | null = null) {
    const input = { name, platform, shop_number: `N-${name}`, svp_id }
    return (await call('setShop', input, { sid })).data.shop_id
  }

  /** Creates a person in service with a device; without a grant there is no right to the line. */
  async function client({
    granted = true,
    audit = 'approved',
    password,
    name = '谢宇航',
  }: {
    granted?: boolean
    audit?: 'approved' | 'pending'
    password?: string
    name?: string
  } = {}) {
    const account = await make.account(password ? { password } : {})
    const employee = await make.employee(company.id, {
      account,
      name,
      serviceEndsAt: new Date(Date.now() + 864_000_000),
    })
    if (granted)
      await system.change`
        insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${group.id}, ${employee.id})`
    const key = newDeviceKey()
    const device = await make.device({ companyId: company.id, employeeId: employee.id, audit })
    await system.change`update device set key_id = ${key.id} where id = ${device.id}`
    const own = await make.session(account, { client: 'haiyilian-desktop', deviceKey: key.id })
    let number = 0
    /** Sends a batch; omitted fields of a report have default values. */
    async function report(
      reported: Reported[],
      { sent_at = new Date().toISOString(), signer = key, device_id = device.id } = {},
    ) {
      const reports = reported.map(each => {
        number += 1
        return { number, svp_id: lineId, at: sent_at, ...each }
      })
      const batch = { device_id, sent_at, reports }
      return call('reportConnections', { ...batch, ...signer.sign(reportText(batch)) }, { sid: own })
    }
    const connect = async (shop_id?: string, connection_id = randomUUID()) => {
      const answer = await report([{ connection_id, event: 'connect', ...(shop_id && { shop_id }) }])
      return {
        ...answer,
        connection_id,
        state: answer.data.list[0]?.state,
        findings: answer.data.list[0]?.findings ?? [],
      }
    }
    return { account, employee, device, key, sid: own, report, connect }
  }

  return { company, lineId, groupId: group.id, sid, shop, client }
}
export type ConnectionWorld = Awaited<ReturnType<typeof connectionWorld>>
