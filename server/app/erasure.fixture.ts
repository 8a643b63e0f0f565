import { randomUUID } from 'node:crypto'
import { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import type { CallName, InputOf } from '#contract/index.ts'
import { connectionWorld } from '#server/modules/connections/connections.fixture.ts'
import { endGrants } from '#server/modules/lines/ending.ts'
import { inserted } from '#server/testing/inserted.ts'
import { actors } from '#server/testing/interleaving/actors.ts'
import { foundations, makeWorld } from '#server/testing/interleaving/world.ts'
import type { TestEmployee } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'

type Portal = Awaited<ReturnType<typeof testPortal>>

export const password = 'Blue-Sail-7'
export const names = { manager: '欧阳若澜', employee: '司徒望舒' }
/** The address of both people. The walk's own calls come from a loopback address, which identifies nobody. */
export const whereabouts = '203.0.113.77'

/** Acts that would end the walk for the people involved, or that cannot succeed a second time; everything else must succeed. */
const leftOut: Record<string, RegExp> = {
  acts: /^(changeCompanyOwner|submitTransferVoucher|requestRefund|openTrial|declineTrial)/,
  // After a person is removed from the list, nothing links them to the company's logs.
  named:
    /^(changeCompanyOwner|delCompanyUser$|handOverEmployee|leaveCompany|deleteAccount|setAccountState|submitTransferVoucher|getCoupon|requestTrial|openTrial|declineTrial|giftCompanyCoupon|rejectRefund|requestRefund|decideApproval)/,
}

/**
 * Sets up a company in which a manager performs all acts of the interleaving tests, once on others and once on an employee; then
 * everything else by which a name gets into a column.
 */
export async function namingWorld(portal: Portal) {
  const { make, call, system, services } = portal
  const ground = await foundations(portal)
  const world = await connectionWorld(portal)
  const { company } = world
  const account = await make.account({ password })
  const manager = await make.employee(company.id, { account, name: names.manager, role: 'manager' })
  const client = await world.client({ name: names.employee, password })
  await system.change`update device set name = ${`${names.employee}的电脑`} where id = ${client.device.id}`
  await client.connect(await world.shop('连接的店'))
  const done = async <Name extends CallName>(name: Name, input: InputOf<Name>, as = account) => {
    // Some acts end sessions.
    const answer = await call(name, input, { sid: await make.session(as) })
    expect(answer, name).toMatchObject({ code: 200 })
    return answer.data
  }

  /** Removes what an act may create only once, so that it can be created again. */
  async function clear() {
    await system.change`
      update company set state = 'active', frozen_at = null, frozen_reason = null, state_before_freeze = null
      where id = ${company.id} and state = 'frozen'`
    await system.change`update employee set state = 'active', role = 'employee' where id = ${client.employee.id}`
    for (const table of ['department', 'line_group', 'onboarding_template'])
      await system.change`update ${raw(table)} set name = id::text where company_id = ${company.id}`
    await system.change`update shop_order set state = 'closed' where company_id = ${company.id} and state = 'pending'`
    await system.change`delete from shop where company_id = ${company.id} and name <> '连接的店'`
    await system.change`
      update access_request set state = 'withdrawn', decided_at = now() where company_id = ${company.id} and state = 'open'`
  }

  async function play(round: 'acts' | 'named', one: TestEmployee) {
    for (const [name, actor] of Object.entries(actors)) {
      if (leftOut[round]?.test(name)) continue
      const two = await make.employee(company.id)
      const cast = { company, one: round === 'acts' ? await make.employee(company.id) : one, two, manager }
      const made = await makeWorld(portal, ground, cast)
      const { path, body, token, sid: own, lastly } = await actor(made)
      await lastly?.()
      const response = await portal.app.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: {
          authorization: `${token ? 'operations' : 'portal'}-web 1201`,
          'idempotency-key': randomUUID(),
          ...(token && { cookie: `operator=${token}` }),
        },
        payload: { ...body, ...(!token && { sid: own ?? made.sids[1] }) },
      })
      expect(response.json(), `${round}: ${name}`).toMatchObject({ code: 200 })
      await clear()
    }
  }

  await play('acts', manager)
  await play('named', client.employee)
  await nameByHand()
  await writeOwnData(client.employee, account)
  await beSomewhere([manager.id, client.employee.id])
  return { company, manager, client }

  /** Writes names by calls that the interleaving tests leave out or perform with other people. */
  async function nameByHand() {
    const { employee } = client
    const line = await make.line(company, { bound: true, name: '首尔-01' })
    const { group_id } = await done('setVplGroup', { name: '交接组' })
    await done('setVplGroupLines', { group_id, svp_ids: [line.id] })
    const hasOnly = (...employee_ids: string[]) => done('setVplGroupMembers', { group_id, dept_ids: [], employee_ids })
    await hasOnly(employee.id)
    await hasOnly()
    const [leaver, successor] = [await make.employee(company.id), await make.employee(company.id)]
    await hasOnly(leaver.id)
    await done('handOverEmployee', { employee_id: leaver.id, successor_id: employee.id, remove: true })
    await done('handOverEmployee', { employee_id: employee.id, successor_id: successor.id })
    await clear()
    await hasOnly()
    await system.change`
      insert into line_group_employee (company_id, group_id, employee_id, until)
      values (${company.id}, ${group_id}, ${employee.id}, now() - interval '1 second')`
    await endGrants(services, {}, { log: services.log, stopping: new AbortController().signal })
    await done('setCompanyInfo', { contact_name: names.manager, contact_phone: account.phone })
    await done('setShop', {
      platform: 'shopee',
      name: '二店',
      shop_number: 'B2',
      svp_id: null,
      owner_name: names.employee,
    })
    const report = async (fingerprint: string, who: TestEmployee) => {
      const name = who === employee ? `${names.employee}的手机` : '共用的手机'
      const about = { name, platform: 'android', os_version: 'Android 16', client_version: '12.0.1' } as const
      return call('reportDevice', { ...about, fingerprint }, { sid: await make.session(who.account) })
    }
    for (const [holder, claimant] of [
      [employee, successor],
      [successor, employee],
    ] as const) {
      const fingerprint = randomUUID()
      await report(fingerprint, holder)
      await report(fingerprint, claimant)
    }
    const [dispute] = await system.rows(inserted)`
      select id from device_dispute where company_id = ${company.id} and holder_id = ${employee.id} and state = 'open'`
    const { token } = ground.support
    const decision = { dispute_id: dispute?.id ?? '', decision: 'hand_over' as const, reason: '本人的手机' }
    expect((await portal.operate('decideDispute', decision, { token })).code).toBe(200)
    await report(randomUUID(), employee)
    const [removed] = await system.rows(inserted)`
      select id from device where company_id = ${company.id} and employee_id = ${employee.id} order by created_at desc limit 1`
    await done('deviceRemove', { device_ids: [removed?.id ?? ''] })
    await hasOnly(employee.id)
    await done('setDuty', { employee_id: employee.id, duty: 'reader' })
    await done('addListView', { list: 'employees', name: '我的视图', query: 'state=active', shared: false })
  }

  async function beSomewhere(people: string[]) {
    const them = Object.values(names)
    await system.change`update device set last_ip = ${whereabouts} where employee_id = any(${people})`
    await system.change`update device_log set ip = ${whereabouts} where actor_name = any(${them})`
    await system.change`update device_dispute set reported_ip = ${whereabouts} where claimant_id = any(${people})`
  }

  /** Inserts rows that a call would write only with a file, another system or a partner. */
  async function writeOwnData({ id, account: own }: TestEmployee, decider: { id: string }) {
    const { employee: name, manager: managersName } = names
    const other = await make.company()
    await make.employee(other.id, { account: own, name, state: 'invited' })
    await make.verification(own)
    await system.change`update identity_verification set person_name = ${name} where account_id = ${own.id}`
    await make.storedFile({ accountId: own.id, fileName: `${name}的身份证.png` })
    const code = await make.promotionCode()
    await system.change`
      insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
      select ${code}, ${own.id}, '深圳海风', '91440300MAXX000013', id, '1-20人', ${name} from industry limit 1`
    await system.change`update account set display_name = ${name} where id = ${own.id}`
    await system.change`
      insert into held_login (company_id, account_id, generation, terminal, client_name, user_agent, ip, state, decided_by,
        decided_at, expires_at)
      values (${company.id}, ${own.id}, 1, 'device:x', 'web', '', ${whereabouts}, 'rejected', ${managersName}, now(), now()),
        (${company.id}, ${company.owner.account.id}, 1, 'device:y', 'web', '', '127.0.0.1', 'rejected', ${managersName}, now(), now())`
    await system.change`insert into consent (account_id, kind, version) values (${own.id}, 'identity', '2026-11')`
    await system.change`insert into notice_setting (account_id, sms) values (${own.id}, '{device_waiting}')`
    await system.change`
      insert into compliance_pack (company_id, state, actor_name) values (${company.id}, 'failed', ${managersName})`
    await system.change`
      insert into written_contract (company_id, number, buyer, buyer_code, buyer_contact, seller, items)
      values (${company.id}, '1', '深圳海风', '91440300MAXX000013', ${managersName}, '{}', '[]')`
    await system.change`
      insert into company_sign_in (company_id, kind, issuer, client_id, secret_sealed)
      values (${company.id}, 'oidc', 'https://idp.example.com', 'portal', '')`
    await system.change`
      insert into sign_in_link (company_id, subject, employee_id, account_id, shown)
      values (${company.id}, 'subject', ${id}, ${own.id}, ${name})`
    await system.change`insert into directory (company_id, source, owns, leaver, successor) values (${company.id}, 'scim', '{}', 'disable', 'none')`
    await system.change`
      insert into directory_person (company_id, external_id, user_name, name, phone, employee_id, active)
      values (${company.id}, 'person', 'situ', ${name}, ${own.phone}, ${id}, true)`
    await make.apiToken(company, { maker: { id: manager.id, account } })
    await system.change`update api_token set made_by = ${managersName} where account_id = ${decider.id}`
    await system.change`
      insert into passkey_holder (user_handle, account_id) values (${Buffer.alloc(32, 7)}, ${own.id})`
    await system.change`
      insert into passkey (user_handle, credential_id, public_key, counter, transports, name)
      values (${Buffer.alloc(32, 7)}, 'credential', ${Buffer.from('key')}, 0, '{}', ${`${name}的钥匙`})`
  }
}
