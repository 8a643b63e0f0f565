import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type ConnectionReport, reportText } from '#contract/connections.ts'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { newDeviceKey } from '#server/testing/device-key.ts'
import { newPhone } from '#server/testing/identities.ts'
import { type Inserted, inserted } from '#server/testing/inserted.ts'
import type { TestCompany, TestEmployee } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'

/** The password of people, and of invitees who accept. */
export const password = 'Blue-Sail-7'

export const computer = {
  name: '办公电脑',
  platform: 'windows',
  os_version: 'Windows 11',
  client_version: '12.0.1',
} as const

interface Surroundings {
  company: TestCompany
  one: TestEmployee
  two: TestEmployee
  /** Creates an object when it is first needed. */
  once<Thing>(name: string, make: () => Promise<Thing>): () => Promise<Thing>
  done<Name extends CallName>(name: Name, input: InputOf<Name>, as?: string): Promise<OutputOf<Name>>
  balance(): Promise<unknown>
  credit(days: number): Promise<unknown>
  boundLine(): Promise<Inserted>
  group(): Promise<Inserted>
}

/** The objects of a world that belong to its people: invitations, sessions, devices, requests. */
export function ownThings(
  { make, system, call }: Awaited<ReturnType<typeof testPortal>>,
  { company, one, two, once, done, balance, credit, boundLine, group }: Surroundings,
) {
  const oneSid = once('one session', () => make.session(one.account))
  const twoSid = once('two session', () => make.session(two.account))
  /** Days are reserved for this person, who has an account without a password and a session. */
  const invited = once('invited', async () => {
    await credit(10)
    const phone = newPhone()
    await done('addCompanyUser', { employees: [{ phone, name: '王小明' }], reserve_days: 10, invite: false })
    const row = await system.row(z.object({ id: z.string(), account_id: z.string() }))`
      select id, account_id from employee where company_id = ${company.id} and phone = ${phone}`
    if (!row) throw new Error('nobody was added')
    return { id: row.id, sid: await make.session({ id: row.account_id }) }
  })
  const invitation = once('invitation', async () => {
    const token = randomBytes(24).toString('base64url')
    await system.change`
      insert into invitation (company_id, employee_id, token_hash, expires_at)
      values (${company.id}, ${(await invited()).id}, ${hashSecret(token)}, now() + interval '3 days')`
    return token
  })
  const hasPassword = once('password', async () => {
    const { id } = await make.account({ password })
    await system.change`
      update account set password_hash = (select password_hash from account where id = ${id}) where id = ${one.account.id}`
  })
  const request = once('request', async () => {
    await balance()
    const input = { kind: 'days' as const, days: 10, note: '下个月继续' }
    return (await done('requestAccess', input, await make.session(one.account))).request_id
  })
  const device = once('device', async () => {
    const fingerprint = `fp-${randomUUID()}`
    const of = { companyId: company.id, employeeId: one.id }
    return { ...(await make.device({ ...of, fingerprint, audit: 'pending' })), fingerprint }
  })
  /** A device that may connect, with its key and its session. */
  const client = once('client', async () => {
    const key = newDeviceKey()
    const [line, { id: groupId }] = [await boundLine(), await group()]
    const device = await make.device({ companyId: company.id, employeeId: one.id })
    await system.change`update device set key_id = ${key.id} where company_id = ${company.id} and id = ${device.id}`
    await system.change`
      insert into line_group_line (company_id, group_id, line_id) values (${company.id}, ${groupId}, ${line.id})
      on conflict do nothing`
    await system.change`
      insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${groupId}, ${one.id})`
    await system.change`
      update employee set service_ends_at = greatest(service_ends_at, now()) + interval '10 days'
      where company_id = ${company.id} and id = ${one.id}`
    return { device, key, sid: await make.session(one.account, { client: 'haiyilian-desktop', deviceKey: key.id }) }
  })
  /** A report of the client's, and the session that makes it. */
  async function report(connection_id: string, event: ConnectionReport['event'], number: number) {
    const { device, key, sid } = await client()
    const sent_at = new Date().toISOString()
    const reports = [{ connection_id, event, number, svp_id: (await boundLine()).id, at: sent_at }]
    const batch = { device_id: device.id, sent_at, reports }
    return { input: { ...batch, ...key.sign(reportText(batch)) }, sid }
  }
  const connection = once('connection', async () => {
    const connectionId = randomUUID()
    const { input, sid } = await report(connectionId, 'connect', 1)
    await done('reportConnections', input, sid)
    return connectionId
  })
  /** The disputed owner of the pending device. */
  const dispute = once('dispute', async () => {
    const { id, fingerprint } = await device()
    await call('reportDevice', { ...computer, fingerprint }, { sid: await twoSid() })
    const row = await system.row(
      inserted,
    )`select id from device_dispute where company_id = ${company.id} and device_id = ${id}`
    return row?.id ?? ''
  })
  return {
    oneSid,
    twoSid,
    invited,
    invitation,
    hasPassword,
    request,
    device,
    dispute,
    client,
    report,
    connection,
    fingerprint: `fp-${randomUUID()}`,
  }
}
