import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { z } from 'zod'
import { type OperatorRole, operatorRoles } from '#contract/operations/operator-names.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { newTotp, sealTotp } from '#server/modules/operators/totp.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { inserted } from '#server/testing/inserted.ts'
import type { makeOn, TestAccount, TestCompany } from '#server/testing/make.ts'
import { Placeholder } from './known-facts.ts'
import { makePayments } from './payments.ts'

/** samples.ts fills this into password fields. */
const password = 'Sample-9182'

/** An actor that sends requests. `owner` owns the values learnt from their answers. */
export interface Actor {
  owner: string
  /** The actor may see only the rows of this company. */
  companyId?: string
  /** A sid for the portal's calls, or a token for the back office's. */
  secret: string
  /** The secret is a company's token, which is sent in a header. */
  isToken?: true
  renew(): Promise<void>
}

export const accountRoles = ['ordinary', 'employee', 'manager', 'owner', 'stranger', 'frozen'] as const
/** Tokens of the two companies, with every scope. */
export const tokenRoles = ['token', 'strangerToken'] as const
export type ActorName =
  | 'nobody'
  | (typeof accountRoles)[number]
  | (typeof tokenRoles)[number]
  | `operator:${OperatorRole}`

export interface World {
  actors: Record<Exclude<ActorName, 'nobody'>, Actor>
  /** Requests that create what only calls can, before all others. */
  first: [name: string, actor: ActorName, input: object][]
  /** Values that no answer discloses, by their owner. */
  facts: [owner: string, fact: Record<string, unknown>][]
}

type Make = ReturnType<typeof makeOn>

/** Creates people, devices, lines, orders and coupons of a company in each state that the factories know. */
async function makeCompanyData(database: Database, make: Make, company: TestCompany) {
  const { id, owner, employees } = company
  const [first, second] = employees.map(employee => employee.id)
  const department = await make.department(id)
  await make.department(id, { parentId: department.id })
  await database.change`update employee set department_id = ${department.id} where id = ${first}`
  for (const audit of ['approved', 'pending', 'rejected'] as const)
    await make.device({ companyId: id, employeeId: first ?? owner.id, audit })
  const disputed = await make.device({ companyId: id, employeeId: second ?? owner.id })
  await database.change`
    insert into device_dispute (company_id, device_id, device_name, holder_id, holder_name, claimant_id, claimant_name,
      reported_name, reported_ip)
    values (${id}, ${disputed.id}, '电脑', ${second}, '甲', ${first}, '乙', '电脑', '203.0.113.5')`
  await creditService(database, { companyId: id, days: 900, kind: 'gift', note: '' })
  const sku = await make.sku({ stock: 30, packages: [{ days: 30 }, { days: 90, discountPercent: 10 }] })
  const hours = await make.sku({ product: 'hours' })
  const bound = await make.line(company, { bound: true, sku })
  await make.line(company, { sku })
  await make.lineGroup(id, { lines: [bound.id], departments: [department.id], employees: [first ?? owner.id] })
  for (const state of ['pending', 'paid', 'fulfilled', 'cancelled', 'refunded'] as const)
    await make.order(company, { state })
  await make.coupon(id)
  await make.couponType({ perCompany: 5 })
  await make.invoice(company)
  await make.storedFile({ accountId: owner.account.id })
  const voucher = await make.storedFile({ accountId: owner.account.id, purpose: 'voucher' })
  const used = await make.storedFile({ accountId: owner.account.id, purpose: 'voucher' })
  await makePayments(database, make, company, used.id)
  const { categoryId, goodsId, regionId, accessWayId } = sku
  return [
    { sku_id: sku.id, package_type_id: sku.packageId, category_id: categoryId, quantity: 1, payable: sku.price },
    // Each company gets a public network: others can't be given to customers.
    {
      region_id: regionId,
      access_way_id: accessWayId,
      range: `45.${randomInt(256)}.${randomInt(256)}.${randomInt(32) * 8}/29`,
      gateway: 'gw.example.com',
    },
    { goods_id: goodsId, region_id: regionId, access_way_id: accessWayId, bandwidth: 5 },
    { sku_id: hours.id, package_type_id: hours.packageId, category_id: hours.categoryId, quantity: 2 },
    { file_id: voucher.id, username: owner.account.phone },
  ]
}

/** Creates the rows that belong to no company: articles, channels, installers, pending verifications. */
async function makeSharedData(make: Make) {
  await make.article()
  await make.article({ kind: 'guide', state: 'draft' })
  const code = await make.promotionCode()
  await make.installer({ version: `1.0.${Date.now() % 100_000}` })
  await make.verification(await make.account(), { state: 'under_review' })
  await make.verification(await make.account(), { kind: 'company', state: 'under_review' })
  return [
    { promotion_code: code, invite_code: code },
    // Describes the installer in files.ts.
    { version: `9.${Date.now() % 100_000}`, size: '500' },
  ]
}

/** Creates two companies that must know nothing of each other, a frozen one, and an operator of each role. */
export async function makeWorld(database: Database, make: Make, config: Config): Promise<World> {
  const [company, otherCompany] = [
    await make.company({ managers: 1, employees: 3 }),
    await make.company({ managers: 1, employees: 2 }),
  ]
  const frozen = await make.company({ state: 'frozen', employees: 2 })
  const facts: World['facts'] = (await makeSharedData(make)).map(fact => ['everybody', fact])
  const first: World['first'] = []
  const known = (name: string) => new Placeholder('known', name, 0)
  for (const each of [company, otherCompany, frozen]) {
    const made = await makeCompanyData(database, make, each)
    for (const fact of made) facts.push(['range' in fact ? 'operators' : each.id, fact])
    const [{ sku_id, package_type_id } = {}] = made
    const draft = {
      company_id: each.id,
      kind: 'purchase',
      items: [{ sku_id, package_type_id, quantity: 1 }],
      valid_days: 7,
    }
    first.push(['saveProposal', 'operator:finance', draft])
    if (each === frozen) continue
    const sending = { proposal_id: known('proposal_id'), revision: known('revision'), payable: known('payable') }
    first.push(['getSalesProposal', 'operator:finance', { proposal_id: known('proposal_id') }])
    first.push(['sendProposal', 'operator:finance', sending])
  }

  async function accountActor(account: TestAccount, companyId?: string): Promise<Actor> {
    const actor: Actor = {
      owner: companyId ?? account.id,
      ...(companyId && { companyId }),
      secret: '',
      async renew() {
        // Some calls disable the account or freeze the company, which would make the rest of the round useless.
        await database.change`update account set state = 'active' where id = ${account.id} and state = 'disabled'`
        if (companyId && companyId !== frozen.id)
          await database.change`update company set state = 'active' where id = ${companyId} and state = 'frozen'`
        actor.secret = await make.session(account)
      },
    }
    await actor.renew()
    return actor
  }
  async function tokenActor(company: TestCompany): Promise<Actor> {
    const actor: Actor = {
      ...{ owner: company.id, companyId: company.id, secret: '', isToken: true },
      async renew() {
        actor.secret = (await make.apiToken(company)).secret
      },
    }
    await actor.renew()
    return actor
  }
  async function operatorActor(role: OperatorRole): Promise<Actor> {
    const actor: Actor = {
      owner: 'operators',
      secret: '',
      async renew() {
        const { id, name } = await make.operator(role, { password })
        const { secret } = newTotp(config, name)
        await database.change`update operator set totp_sealed = ${sealTotp(config, id, secret)} where id = ${id}`
        // The authenticator ends the earlier sessions.
        actor.secret = await make.operatorSession(id)
      },
    }
    await actor.renew()
    return actor
  }
  const operators = await Promise.all(
    operatorRoles.map(async role => [`operator:${role}`, await operatorActor(role)] as const),
  )
  const memberActor = (company: TestCompany, group: 'managers' | 'employees') =>
    accountActor(company[group][0]?.account ?? company.owner.account, company.id)
  const user = await make.account({ password })
  // A fact of both is preferred to one of either, so that the password is the name's.
  facts.push(['everybody', { username: user.phone, password }])
  const visitor = await make.operator('content', { password })
  facts.push(['everybody', { name: visitor.name, password }])
  return {
    first,
    facts,
    actors: {
      ordinary: await accountActor(user),
      employee: await memberActor(company, 'employees'),
      manager: await memberActor(company, 'managers'),
      owner: await accountActor(company.owner.account, company.id),
      stranger: await accountActor(otherCompany.owner.account, otherCompany.id),
      frozen: await accountActor(frozen.owner.account, frozen.id),
      token: await tokenActor(company),
      strangerToken: await tokenActor(otherCompany),
      // The keys are the same roles as in the type.
      ...(Object.fromEntries(operators) as Record<`operator:${OperatorRole}`, Actor>),
    },
  }
}

/** Reads the recently sent codes and links, as the holder of the phone would. */
export async function sentCodes(database: Database): Promise<Record<string, unknown>[]> {
  const messages = await database.rows(
    z.object({ phone: z.string(), code: z.string(), text: z.string() }),
  )`select phone, code, text from demo_outbox order by id desc limit 50`
  return messages.map(({ phone, code, text }) => ({
    phone,
    username: phone,
    account: phone,
    ...(code && { captcha: code }),
    invitation: /[\w-]{32,60}/.exec(text)?.[0],
  }))
}

/** Finds the ids that belong to rows of another company, with the table. */
export async function foreignIds(
  database: Database,
  companyId: string,
  ids: string[],
): Promise<{ id: string; in: string }[]> {
  const tables = await database.rows(z.object({ name: z.string() }))`
    select owned.table_name as name from information_schema.columns owned
    join information_schema.columns keyed on keyed.table_schema = owned.table_schema and keyed.table_name = owned.table_name
    join information_schema.tables base on base.table_schema = owned.table_schema and base.table_name = owned.table_name
    where owned.table_schema = 'public' and owned.column_name = 'company_id' and keyed.column_name = 'id'
      and keyed.data_type = 'uuid' and base.table_type = 'BASE TABLE'`
  const foreign: { id: string; in: string }[] = []
  for (const { name } of tables) {
    const rows = await database.rows(
      inserted,
    )`select id from ${sql([name])} where id = any(${ids}::uuid[]) and company_id <> ${companyId}`
    foreign.push(...rows.map(({ id }) => ({ id, in: name })))
  }
  return foreign
}
