import { randomBytes, randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import sql from 'sql-template-tag'
import type { EmployeeState } from '#contract/people.ts'
import { scopeNames } from '#contract/scope-names.ts'
import { readConfig } from '#server/core/config.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import type { Database } from '#server/database/database.ts'
import { newSid } from '#server/modules/accounts/session.ts'
import { hintOf, newSecret } from '#server/modules/api-tokens/secrets.ts'
import { sealIdNumber } from '#server/modules/verification/identity.ts'
import { newCreditCode, newIdNumber, newPhone } from './identities.ts'
import { inserted } from './inserted.ts'
import { makeLinesOn } from './make-lines.ts'
import { makeOperatorsOn } from './make-operators.ts'
import { makeShopOn } from './make-shop.ts'

/** Tests run the portal with the demonstration's key, unless they are about keys. */
const demoKeys = readConfig({})

export interface TestAccount {
  id: string
  phone: string
}

export interface TestEmployee {
  id: string
  account: TestAccount
}

export interface TestCompany {
  id: string
  name: string
  creditCode: string
  owner: TestEmployee
  managers: TestEmployee[]
  employees: TestEmployee[]
}

/** An insert without a row is a fault of the factory, not of the test. */
function made<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('the factory made no row')
  return row
}

/** Factories on one database: `const make = makeOn(database)`, then `await make.company({ managers: 1 })`. */
export function makeOn(database: Database) {
  const insert = async (statement: ReturnType<typeof sql>) => made(await database.row(inserted)`${statement}`)

  /** Without a password nobody can log in, and nothing is hashed. */
  async function account(
    values: {
      phone?: string
      password?: string
      displayName?: string
      state?: 'active' | 'disabled'
      promotionCode?: string
    } = {},
  ): Promise<TestAccount> {
    const phone = values.phone ?? newPhone()
    // These parameters are cheap: the hash carries them, and tests measure no strength.
    const passwordHash = values.password ? await hash(values.password, { memoryCost: 1024, timeCost: 1 }) : null
    const { id } = await insert(sql`
      insert into account (phone, password_hash, display_name, state, agreement_version, agreed_at, promotion_code)
      values (${phone}, ${passwordHash}, ${values.displayName ?? `用户${phone.slice(-4)}`}, ${values.state ?? 'active'},
        '2026-11', now(), ${values.promotionCode ?? null})
      returning id`)
    return { id, phone }
  }

  /** Makes a valid session of the account and returns its sid. */
  async function session(
    of: { id: string },
    input: { ip?: string; userAgent?: string; expiresAt?: Date; client?: string; deviceKey?: string } = {},
  ) {
    const sid = newSid()
    await insert(sql`
      insert into session (sid_hash, account_id, generation, client_name, client_version, ip, user_agent, device_key, expires_at)
      select ${hashSecret(sid)}, id, generation, ${input.client ?? 'portal-test'}, '1201', ${input.ip ?? '127.0.0.1'},
        ${input.userAgent ?? 'vitest'}, ${input.deviceKey ?? null}, ${input.expiresAt ?? new Date(Date.now() + 30 * 86_400_000)}
      from account where id = ${of.id}
      returning id`)
    return sid
  }

  /** Creates a token of a company, by default with every scope and created by its owner, and returns its id and secret. */
  async function apiToken(
    company: TestCompany,
    values: {
      maker?: TestEmployee
      scopes?: readonly string[]
      departments?: string[]
      networks?: string[]
      expiresAt?: Date
      name?: string
    } = {},
  ) {
    const maker = values.maker ?? company.owner
    const secret = newSecret(company.id)
    const { id } = await insert(sql`
      insert into api_token (company_id, name, scopes, departments, networks, account_id, employee_id, made_by, created_at, expires_at)
      values (${company.id}, ${values.name ?? '同步程序'}, ${values.scopes ?? scopeNames}, ${values.departments ?? null}::uuid[],
        ${values.networks ?? []}, ${maker.account.id}, ${maker.id}, '创建者', now() - interval '1 hour',
        ${values.expiresAt ?? new Date(Date.now() + 30 * 86_400_000)})
      returning id`)
    await database.change`
      insert into api_token_secret (company_id, hash, token_id, hint, request_key, request_hash)
      values (${company.id}, ${hashSecret(secret)}, ${id}, ${hintOf(secret)}, ${randomUUID()}, '')`
    return { id, secret }
  }

  /** The sealed id number is not genuine: a test that opens it submits through `wAuth` instead. */
  async function verification(
    of: { id: string },
    values: {
      kind?: 'person' | 'company'
      state?: 'under_review' | 'approved' | 'rejected'
      companyName?: string
      creditCode?: string
      reason?: string
      licenceFileId?: string
    } = {},
  ) {
    const kind = values.kind ?? 'person'
    const state = values.state ?? 'approved'
    const number = newIdNumber()
    const kept = sealIdNumber(demoKeys, of.id, number)
    const company = kind === 'company'
    return insert(sql`
      insert into identity_verification (account_id, kind, state, person_name, id_number_sealed, id_number_hash,
        id_number_masked, company_name, credit_code, licence_file_id, reason, reviewer, reviewed_at)
      values (${of.id}, ${kind}, ${state}, '张三', ${kept.sealed}, ${kept.hash},
        ${`${number.slice(0, 4)}**********${number.slice(-4)}`},
        ${company ? (values.companyName ?? `测试企业${number.slice(-6)}`) : null},
        ${company ? (values.creditCode ?? newCreditCode()) : null}, ${values.licenceFileId ?? null},
        ${state === 'rejected' ? (values.reason ?? '证件照片不清晰，请重新上传') : null},
        ${state === 'under_review' ? null : 'operator'}, ${state === 'under_review' ? null : new Date()})
      returning id`)
  }

  async function department(companyId: string, values: { name?: string; parentId?: string; sort?: number } = {}) {
    return insert(sql`
      insert into department (company_id, parent_id, name, sort)
      values (${companyId}, ${values.parentId ?? null}, ${values.name ?? `部门${randomUUID().slice(0, 8)}`}, ${values.sort ?? 0})
      returning id`)
  }

  async function employee(
    companyId: string,
    values: {
      account?: TestAccount
      role?: 'owner' | 'manager' | 'employee'
      name?: string
      jobNumber?: string
      departmentId?: string
      state?: EmployeeState
      serviceEndsAt?: Date
    } = {},
  ): Promise<TestEmployee> {
    const of = values.account ?? (await account())
    const { id } = await insert(sql`
      insert into employee (company_id, account_id, role, name, job_number, department_id, state, service_ends_at)
      values (${companyId}, ${of.id}, ${values.role ?? 'employee'}, ${values.name ?? `员工${of.phone.slice(-4)}`},
        ${values.jobNumber ?? null}, ${values.departmentId ?? null}, ${values.state ?? 'active'},
        ${values.serviceEndsAt ?? null})
      returning id`)
    return { id, account: of }
  }

  /** Creates a verified company with an owner, whose company verification is approved, and with this many other people. */
  async function company(
    input: {
      owner?: TestAccount
      managers?: number
      employees?: number
      name?: string
      creditCode?: string
      state?: 'trial' | 'active' | 'frozen'
    } = {},
  ): Promise<TestCompany> {
    const creditCode = input.creditCode ?? newCreditCode()
    const name = input.name ?? `测试企业${creditCode.slice(-6)}`
    const { id } = await insert(sql`
      insert into company (name, credit_code, industry_id, size, address, contact_name, contact_phone, state)
      values (${name}, ${creditCode}, (select id from industry order by sort limit 1), '21-50人', '深圳市南山区', '张三',
        '13900000000', ${input.state ?? 'active'})
      returning id`)
    const ownerAccount = input.owner ?? (await account())
    await verification(ownerAccount, { kind: 'company', companyName: name, creditCode })
    const several = async (count: number, role: 'manager' | 'employee') => {
      const people: TestEmployee[] = []
      for (let index = 0; index < count; index++) people.push(await employee(id, { role }))
      return people
    }
    return {
      id,
      name,
      creditCode,
      owner: await employee(id, { account: ownerAccount, role: 'owner' }),
      managers: await several(input.managers ?? 0, 'manager'),
      employees: await several(input.employees ?? 0, 'employee'),
    }
  }

  /** By default the device is approved, authorized and was seen just now. */
  async function device(values: {
    companyId: string
    employeeId: string
    name?: string
    fingerprint?: string
    platform?: 'windows' | 'mac' | 'android' | 'ios'
    clientVersion?: string
    audit?: 'pending' | 'approved' | 'rejected'
    auth?: 'authorized' | 'suspended'
    ip?: string
    lastSeenAt?: Date
    createdAt?: Date
  }) {
    const audit = values.audit ?? 'approved'
    return insert(sql`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, last_ip,
        last_seen_at, audit_state, auth_state, audited_at, created_at)
      values (${values.companyId}, ${values.employeeId}, ${values.fingerprint ?? `fp-${randomUUID()}`},
        ${values.name ?? '办公电脑'}, ${values.platform ?? 'windows'}, 'Windows 11', ${values.clientVersion ?? '12.0.1'},
        ${values.ip ?? '203.0.113.5'}, ${values.lastSeenAt ?? new Date()}, ${audit}, ${values.auth ?? 'authorized'},
        ${audit === 'pending' ? null : new Date()}, ${values.createdAt ?? new Date()})
      returning id`)
  }

  async function channel(values: { name?: string; greeting?: string } = {}) {
    return insert(sql`
      insert into channel (name, greeting) values (${values.name ?? `渠道${randomUUID()}`}, ${values.greeting ?? '欢迎'})
      returning id`)
  }

  /** Makes a usable code, by default of a new channel and without a limit. */
  async function promotionCode(
    input: { code?: string; limit?: number; used?: number; startsAt?: Date; endsAt?: Date; channelId?: string } = {},
  ): Promise<string> {
    const code = input.code ?? randomBytes(3).toString('hex').toUpperCase()
    const channelId = input.channelId ?? (await channel()).id
    await database.change`
      insert into promotion_code (code, channel_id, starts_at, ends_at, use_limit, used)
      values (${code}, ${channelId}, ${input.startsAt ?? new Date(Date.now() - 86_400_000)}, ${input.endsAt ?? null},
        ${input.limit ?? null}, ${input.used ?? 0})`
    return code
  }

  async function article(
    known: {
      kind?: 'help' | 'guide'
      category?: string
      title?: string
      summary?: string
      keywords?: string
      markdown?: string
      sort?: number
      state?: 'draft' | 'published'
    } = {},
  ) {
    const kind = known.kind ?? 'help'
    const name = known.category ?? '常见问题'
    const state = known.state ?? 'published'
    const slug = `article-${randomUUID()}`
    return insert(sql`
      with existing as (select id from article_category where kind = ${kind} and name = ${name}),
      category as (
        insert into article_category (kind, slug, name, sort)
        select ${kind}, ${`category-${randomUUID()}`}, ${name}, 1 where not exists (select from existing)
        returning id
      )
      insert into article (category_id, slug, title, summary, keywords, markdown, sort, state, published_at)
      select id, ${slug}, ${known.title ?? '怎样安装客户端'}, ${known.summary ?? '三步完成安装'}, ${known.keywords ?? ''},
        ${known.markdown ?? '## 第一步\n\n下载安装包。'}, ${known.sort ?? 0}, ${state},
        ${state === 'published' ? new Date() : null}
      from (select id from existing union all select id from category) as chosen
      returning id`)
  }

  async function installer(
    values: { clientType?: 1 | 2 | 4; version?: string; url?: string; fileId?: string; publishedAt?: Date } = {},
  ) {
    const url = values.fileId ? null : (values.url ?? 'https://files.example.com/client.zip')
    return insert(sql`
      insert into installer (client_type, version, file_id, url, size, sha256, notes, published_at)
      values (${values.clientType ?? 1}, ${values.version ?? '1.0.0'}, ${values.fileId ?? null}, ${url}, 1024,
        ${'0'.repeat(64)}, '首个版本', ${values.publishedAt ?? new Date()})
      returning id`)
  }

  async function storedFile(input: { accountId?: string; purpose?: string; fileName?: string } = {}) {
    return insert(sql`
      insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
      values (${input.accountId ?? null}, ${input.purpose ?? 'licence'}, 'image/png', 1024, ${'0'.repeat(64)},
        ${`test/${randomUUID()}.png`}, ${input.fileName ?? '营业执照.png'})
      returning id`)
  }

  const shop = makeShopOn(database, insert)
  return {
    account,
    session,
    apiToken,
    verification,
    company,
    department,
    employee,
    device,
    channel,
    promotionCode,
    article,
    installer,
    storedFile,
    ...shop,
    ...makeLinesOn(database, insert, shop),
    ...makeOperatorsOn(database),
  }
}
