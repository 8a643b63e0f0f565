import { z } from 'zod'
import { consentStatements } from '#contract/consent-names.ts'
import type { Database } from '#server/database/database.ts'
import { channel, companies, type DemoAccount, type DemoVerification, registrations } from './companies.ts'
import { departments, employees } from './people.ts'

export async function insertChannel(database: Database): Promise<void> {
  await database.change`
    with partner as (
      insert into channel (name, greeting, contact_name, contact_phone, commission_percent, created_at)
      values (${channel.name}, ${channel.greeting}, ${channel.contact}, ${channel.phone}, 10, now() - interval '240 days')
      returning id
    )
    insert into promotion_code (code, channel_id, starts_at, used, created_at)
    select ${channel.code}, id, now() - interval '240 days', ${registrations.length}::integer, now() - interval '240 days'
    from partner`
}

const accountOfPhone = z.object({ phone: z.string(), id: z.string() })

/** Returns the ids by phone. */
export async function insertAccounts(
  database: Database,
  accounts: DemoAccount[],
  passwordHash: string,
  agreementVersion: string,
): Promise<Map<string, string>> {
  const rows = await database.rows(accountOfPhone)`
    insert into account (phone, password_hash, display_name, agreement_version, agreed_at, promotion_code,
      last_login_at, created_at)
    select phone, case when password then ${passwordHash} end, name,
      case when password then ${agreementVersion} end,
      case when password then now() - make_interval(days => registered) end, "promotionCode",
      now() - make_interval(days => "lastLogin", mins => 35), now() - make_interval(days => registered, hours => 2)
    from jsonb_to_recordset(${JSON.stringify(accounts)}::jsonb) as input (phone text, name text, password boolean,
      registered integer, "lastLogin" integer, "promotionCode" text)
    returning phone, id`
  return new Map(rows.map(row => [row.phone, row.id]))
}

export async function insertCompanies(database: Database): Promise<void> {
  await database.change`
    insert into company (name, credit_code, industry_id, size, address, contact_name, contact_phone, promotion_code,
      verified_at, created_at)
    select input.name, input."creditCode", industry.id, input.size, input.address, input.contact, input.phone,
      input."promotionCode", at, at
    from jsonb_to_recordset(${JSON.stringify(companies)}::jsonb) as input (name text, "creditCode" text, industry text,
      size text, address text, contact text, phone text, "promotionCode" text, verified integer)
    left join industry on industry.name = input.industry
    cross join lateral (select now() - make_interval(days => input.verified) as at) as moment`
  for (const level of departments)
    await database.change`
      insert into department (company_id, parent_id, name, sort, created_at)
      select company.id, parent.id, input.name, input.sort, company.created_at
      from jsonb_to_recordset(${JSON.stringify(level)}::jsonb)
        as input (company text, name text, parent text, sort integer)
      join company on company.credit_code = input.company
      left join department parent on parent.company_id = company.id and parent.name = input.parent`
  // Service ends at the end of a day in China.
  await database.change`
    insert into employee (company_id, account_id, role, name, job_number, position, department_id, state, device_limit,
      service_ends_at, created_at)
    select company.id, account.id, input.role, input.name, input."jobNumber", input.position, department.id, input.state,
      input."deviceLimit",
      date_trunc('day', now() + make_interval(days => input.service + 1), 'Asia/Shanghai') - interval '1 second',
      now() - make_interval(days => input.days)
    from jsonb_to_recordset(${JSON.stringify(employees)}::jsonb) as input (company text, phone text, name text,
      department text, service integer, role text, state text, "deviceLimit" integer, "jobNumber" text, position text, days integer)
    join company on company.credit_code = input.company
    join account on account.phone = input.phone
    join department on department.company_id = company.id and department.name = input.department`
  // These people already use lines, so they have consented.
  await database.change`
    insert into consent (account_id, kind, version, given_at)
    select account_id, 'cross_border', ${consentStatements.cross_border.version}, created_at from employee
    where state in ('active', 'disabled')`
  await database.change`
    insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size,
      contact_name, created_at)
    select input.code, account.id, input.name, input."creditCode", industry.id, input.size, input.contact,
      now() - make_interval(days => input.days)
    from jsonb_to_recordset(${JSON.stringify(registrations)}::jsonb) as input (code text, phone text, name text,
      "creditCode" text, industry text, size text, contact text, days integer)
    join account on account.phone = input.phone
    join industry on industry.name = input.industry`
}

export interface SubmittedVerification extends DemoVerification {
  accountId: string
  personName: string
  sealedIdNumber: { sealed: Buffer; hash: Buffer; masked: string }
  licenceFileId: string | null
}

export const insertDecidedVerification = (database: Database, input: SubmittedVerification) =>
  database.change`
    insert into identity_verification (account_id, kind, state, person_name, id_number_sealed, id_number_hash,
      id_number_masked, company_name, credit_code, industry_id, address, licence_file_id, reason, reviewer, created_at,
      reviewed_at)
    values (${input.accountId}, ${input.kind}, ${input.state}, ${input.personName}, ${input.sealedIdNumber.sealed},
      ${input.sealedIdNumber.hash}, ${input.sealedIdNumber.masked}, ${input.company?.name ?? null},
      ${input.company?.creditCode ?? null}, (select id from industry where name = ${input.company?.industry ?? null}),
      ${input.company?.address ?? null}, ${input.licenceFileId}, ${input.reason ?? null},
      ${input.reviewed === undefined ? null : '演示数据'},
      now() - make_interval(days => ${input.submitted}::integer, hours => 1),
      now() - make_interval(days => ${input.reviewed ?? null}::integer))`

/** Submitting a verification requires the consent that its form asks for. */
export const insertVerificationConsents = (database: Database) =>
  database.change`
    insert into consent (account_id, kind, version, given_at)
    select account_id, asked.kind, asked.version, created_at from identity_verification
    join (values ('identity', ${consentStatements.identity.version}, 'person'),
      ('identity', ${consentStatements.identity.version}, 'company'),
      ('licence', ${consentStatements.licence.version}, 'company')) as asked (kind, version, verified)
      on asked.verified = identity_verification.kind`
