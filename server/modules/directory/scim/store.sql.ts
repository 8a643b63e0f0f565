import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { isKnownBy } from '../mirror.sql.ts'
import { maxElements } from './patch-lists.ts'
import { writtenParts } from './written.ts'

const scimUser = z.object({
  id: z.string(),
  client_id: z.string().nullable(),
  user_name: z.string(),
  name: z.string(),
  phone: z.string().nullable(),
  mail: z.string().nullable(),
  job_number: z.string().nullable(),
  position: z.string().nullable(),
  superior_external_id: z.string().nullable(),
  active: z.boolean(),
  written: writtenParts.nullable(),
  created_at: instant,
  changed_at: instant,
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type ScimUser = z.output<typeof scimUser>

/** The stored fields of a person that a client has written. */
export type WrittenUser = Pick<
  ScimUser,
  | 'client_id'
  | 'user_name'
  | 'name'
  | 'phone'
  | 'mail'
  | 'job_number'
  | 'position'
  | 'superior_external_id'
  | 'active'
  | 'written'
>

/** Undefined conditions match everyone. */
export interface UserFilter {
  id?: string | undefined
  userName?: string | undefined
  externalId?: string | undefined
  mail?: string | undefined
  active?: boolean | undefined
}

export const listUsers = (
  database: Database,
  companyId: string,
  { id, userName, externalId, mail, active }: UserFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows(scimUser)`
  select person.external_id as id, person.client_id, person.user_name, person.name, person.phone, person.mail, person.job_number,
    person.position, person.superior_external_id, person.active, person.written, person.created_at, person.changed_at, (
      select coalesce(jsonb_agg(jsonb_build_object('id', department.external_id, 'name', department.name)
        order by member.position), '[]')
      from directory_member member
      join directory_department department on department.company_id = member.company_id
        and department.external_id = member.department_external_id
      where member.company_id = person.company_id and member.person_external_id = person.external_id) as groups
  from directory_person person
  where person.company_id = ${companyId} and not person.gone
    and (${id ?? null}::text is null or person.external_id = ${id ?? null})
    and (${userName ?? null}::text is null or lower(person.user_name) = lower(${userName ?? null}))
    and (${externalId ?? null}::text is null or person.client_id = ${externalId ?? null})
    and (${mail ?? null}::text is null or lower(person.mail) = lower(${mail ?? null}))
    and (${active ?? null}::boolean is null or person.active = ${active ?? null})
  order by person.created_at, person.external_id limit ${limit} offset ${offset}`

export const countUsers = (
  database: Database,
  companyId: string,
  { id, userName, externalId, mail, active }: UserFilter,
): Promise<number> =>
  countRows(
    database,
    sql`directory_person person
    where person.company_id = ${companyId} and not person.gone
      and (${id ?? null}::text is null or person.external_id = ${id ?? null})
      and (${userName ?? null}::text is null or lower(person.user_name) = lower(${userName ?? null}))
      and (${externalId ?? null}::text is null or person.client_id = ${externalId ?? null})
      and (${mail ?? null}::text is null or lower(person.mail) = lower(${mail ?? null}))
      and (${active ?? null}::boolean is null or person.active = ${active ?? null})`,
  )

const made = z.object({ id: z.string() })

/**
 * Adds a person to the directory; a person who was there before with the same phone, and is gone, comes back as the same. Returns
 * undefined where the name is taken.
 */
export const insertUser = (transaction: Database, companyId: string, externalId: string, user: WrittenUser) =>
  transaction.row(made)`
  with returning_person as (
    update directory_person
    set client_id = ${user.client_id}, user_name = ${user.user_name}, name = ${user.name}, phone = ${user.phone},
      mail = ${user.mail}, job_number = ${user.job_number}, position = ${user.position},
      superior_external_id = ${user.superior_external_id}, active = ${user.active},
      written = ${JSON.stringify(user.written)}::jsonb, gone = false, changed_at = now()
    where company_id = ${companyId} and external_id = (
      select external_id from directory_person person
      where company_id = ${companyId} and gone and ${isKnownBy(sql`${user.phone}`)}
      order by employee_id is null, changed_at desc, external_id limit 1)
      and not exists (
        select from directory_person other
        where other.company_id = ${companyId} and not other.gone and lower(other.user_name) = lower(${user.user_name}))
    returning external_id
  ), added as (
    insert into directory_person (company_id, external_id, client_id, user_name, name, phone, mail, job_number, position,
      superior_external_id, active, written)
    select ${companyId}, ${externalId}, ${user.client_id}, ${user.user_name}, ${user.name}, ${user.phone}, ${user.mail},
      ${user.job_number}, ${user.position}, ${user.superior_external_id}, ${user.active},
      ${JSON.stringify(user.written)}::jsonb
    where not exists (select from returning_person)
    on conflict do nothing
    returning external_id
  )
  select external_id as id from returning_person union all select external_id from added`

/** Frees the name of a person who is gone, whose id becomes the name instead. */
export const freeName = (transaction: Database, companyId: string, userName: string) =>
  transaction.change`
  update directory_person set user_name = external_id
  where company_id = ${companyId} and gone and lower(user_name) = lower(${userName})`

/** Returns undefined where another has the name; the person was found in the same transaction. */
export const updateUser = (transaction: Database, companyId: string, id: string, user: WrittenUser) =>
  transaction.row(made)`
  update directory_person
  set client_id = ${user.client_id}, user_name = ${user.user_name}, name = ${user.name}, phone = ${user.phone},
    mail = ${user.mail}, job_number = ${user.job_number}, position = ${user.position},
    superior_external_id = ${user.superior_external_id}, active = ${user.active},
    written = ${JSON.stringify(user.written)}::jsonb, changed_at = now()
  where company_id = ${companyId} and external_id = ${id} and not gone and not exists (
    select from directory_person other
    where other.company_id = ${companyId} and other.external_id <> ${id} and lower(other.user_name) = lower(${user.user_name}))
  returning external_id as id`

/** The person leaves every group, and would come back as the same. */
export async function endUser(transaction: Database, companyId: string, id: string): Promise<boolean> {
  await transaction.change`delete from directory_member where company_id = ${companyId} and person_external_id = ${id}`
  return (
    (await transaction.change`
    update directory_person set active = false, gone = true, department_external_id = null, changed_at = now()
    where company_id = ${companyId} and external_id = ${id} and not gone`) === 1
  )
}

const scimGroup = z.object({
  id: z.string(),
  client_id: z.string().nullable(),
  name: z.string(),
  created_at: instant,
  changed_at: instant,
  members: z.array(z.string()),
})
export type ScimGroup = z.output<typeof scimGroup>

export interface GroupFilter {
  id?: string | undefined
  name?: string | undefined
  externalId?: string | undefined
}

const membersOf = sql`directory_member member
  where member.company_id = department.company_id and member.department_external_id = department.external_id`

/** Lists groups up to the one that reaches the members of the largest: all of them are in memory at once. */
export const listGroups = (
  database: Database,
  companyId: string,
  { id, name, externalId }: GroupFilter,
  { limit, offset, withMembers = true }: { limit: number; offset: number; withMembers?: boolean },
) =>
  database.rows(scimGroup)`
  select external_id as id, client_id, name, created_at, changed_at,
    ${withMembers ? sql`array(select person_external_id from ${membersOf} order by position)` : sql`array[]::text[]`} as members
  from (
    select *, sum(size) over (order by created_at, external_id) - size as before from (
      select department.*, ${withMembers ? sql`(select count(*) from ${membersOf})` : sql`0`} as size
      from directory_department department
      where department.company_id = ${companyId} and not department.gone
        and (${id ?? null}::text is null or department.external_id = ${id ?? null})
        and (${name ?? null}::text is null or department.name = ${name ?? null})
        and (${externalId ?? null}::text is null or department.client_id = ${externalId ?? null})
      order by department.created_at, department.external_id limit ${limit} offset ${offset}
    ) as page
  ) as department
  where before < ${maxElements}
  order by created_at, external_id`

export const countGroups = (
  database: Database,
  companyId: string,
  { id, name, externalId }: GroupFilter,
): Promise<number> =>
  countRows(
    database,
    sql`directory_department department
    where department.company_id = ${companyId} and not department.gone
      and (${id ?? null}::text is null or department.external_id = ${id ?? null})
      and (${name ?? null}::text is null or department.name = ${name ?? null})
      and (${externalId ?? null}::text is null or department.client_id = ${externalId ?? null})`,
  )

export const writeGroup = (
  transaction: Database,
  companyId: string,
  { id, name, client_id }: { id: string; name: string; client_id: string | null },
) =>
  transaction.change`
  insert into directory_department (company_id, external_id, name, client_id)
  values (${companyId}, ${id}, ${name}, ${client_id})
  on conflict (company_id, external_id) do update
    set name = excluded.name, client_id = excluded.client_id, changed_at = now()`

export const endGroup = (transaction: Database, companyId: string, id: string) =>
  transaction.change`
  update directory_department set gone = true, changed_at = now()
  where company_id = ${companyId} and external_id = ${id} and not gone`

/** Makes these people the members of a group. People whom the directory does not have are skipped. */
export async function setMembers(
  transaction: Database,
  companyId: string,
  groupId: string,
  personIds: readonly string[],
): Promise<void> {
  await transaction.change`
    delete from directory_member
    where company_id = ${companyId} and department_external_id = ${groupId}
      and person_external_id <> all(${personIds}::text[])`
  await transaction.change`
    insert into directory_member (company_id, department_external_id, person_external_id)
    select ${companyId}, ${groupId}, external_id
    from unnest(${personIds}::text[]) with ordinality as wanted (id, place)
    join directory_person person on person.company_id = ${companyId} and person.external_id = wanted.id and not person.gone
    order by place
    on conflict do nothing`
}

/** Moves everyone into the group that they were added to last. Returns the people who have moved. */
export const placeMembers = async (transaction: Database, companyId: string): Promise<string[]> =>
  (
    await transaction.rows(made)`
    update directory_person person set department_external_id = newest.department, changed_at = now()
    from (
      select each.external_id, (
        select member.department_external_id from directory_member member
        join directory_department department on department.company_id = member.company_id
          and department.external_id = member.department_external_id and not department.gone
        where member.company_id = each.company_id and member.person_external_id = each.external_id
        order by member.position desc limit 1) as department
      from directory_person each where each.company_id = ${companyId} and not each.gone
    ) as newest
    where person.company_id = ${companyId} and person.external_id = newest.external_id
      and person.department_external_id is distinct from newest.department
    returning person.external_id as id`
  ).map(({ id }) => id)
