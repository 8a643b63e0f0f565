import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import type { ContactDepartment, ContactPerson } from '#server/integrations/contacts/contacts.ts'
import { isKnownBy } from '../mirror.sql.ts'

/*
 * A provider's answer is stored with the time of its request. Guard in each statement: an answer to an older request than the
 * stored one changes nothing, so that two concurrent requests can end in any order.
 */

/** Stores all departments as they are; those that are not among them are gone. */
export async function writeDepartments(
  transaction: Database,
  companyId: string,
  askedAt: string,
  departments: readonly ContactDepartment[],
): Promise<void> {
  const ids = departments.map(({ id }) => id)
  await transaction.change`
    update directory_department set gone = true, changed_at = now(), asked_at = ${askedAt}::timestamptz
    where company_id = ${companyId} and not gone and external_id <> all(${ids}::text[])
      and asked_at < ${askedAt}::timestamptz`
  await transaction.change`
    insert into directory_department (company_id, external_id, parent_external_id, name, asked_at)
    select ${companyId}::uuid, id, parent, name, ${askedAt}::timestamptz
    from unnest(${ids}::text[], ${departments.map(({ parentId }) => parentId)}::text[],
      ${departments.map(({ name }) => name)}::text[]) as told (id, parent, name)
    on conflict (company_id, external_id) do update
      set parent_external_id = excluded.parent_external_id, name = excluded.name, gone = false, changed_at = now(),
        asked_at = excluded.asked_at
      where directory_department.asked_at < excluded.asked_at`
}

/** Marks these people as gone, or everyone but these. */
export const endPeople = (
  transaction: Database,
  companyId: string,
  askedAt: string,
  { only = null, except = [] }: { only?: readonly string[] | null; except?: readonly string[] },
) =>
  transaction.change`
  update directory_person
  set active = false, gone = true, department_external_id = null, changed_at = now(), asked_at = ${askedAt}::timestamptz
  where company_id = ${companyId} and not gone and asked_at < ${askedAt}::timestamptz
    and (${only}::text[] is null or external_id = any(${only}::text[])) and external_id <> all(${except}::text[])`

/** Stores these people. One who was gone is recognized by the phone: with another id as the same, by the id alone as new. */
export async function writePeople(
  transaction: Database,
  companyId: string,
  askedAt: string,
  people: readonly ContactPerson[],
): Promise<void> {
  const ids = people.map(({ id }) => id)
  const phones = people.map(({ phone }) => phone)
  await transaction.change`
    update directory_person person set external_id = gen_random_uuid(), user_name = gen_random_uuid()
    from unnest(${ids}::text[], ${phones}::text[]) as told (id, phone)
    where person.company_id = ${companyId} and person.gone and person.asked_at <= ${askedAt}::timestamptz
      and lower(person.external_id) = lower(told.id) and ${isKnownBy(sql`told.phone`)} is not true`
  await transaction.change`
    update directory_person set external_id = told.id, user_name = told.id, asked_at = '-infinity'
    from (
      select distinct on (former) former, id
      from (
        select distinct on (each.id) each.id, person.external_id as former
        from unnest(${ids}::text[], ${phones}::text[]) as each (id, phone)
        join directory_person person on person.company_id = ${companyId} and person.gone and ${isKnownBy(sql`each.phone`)}
        where not exists (
          select from directory_person present
          where present.company_id = ${companyId} and lower(present.external_id) = lower(each.id)
            and present.external_id <> person.external_id)
        order by each.id, person.employee_id is null, person.changed_at desc, person.external_id
      ) as nearest
      order by former, id
    ) as told
    where directory_person.company_id = ${companyId} and directory_person.external_id = told.former
      and directory_person.external_id <> told.id`
  await transaction.change`
    insert into directory_person (company_id, external_id, user_name, name, phone, mail, job_number, position,
      department_external_id, superior_external_id, active, asked_at)
    select ${companyId}::uuid, id, id, name, phone, mail, job_number, position, department, superior, active,
      ${askedAt}::timestamptz
    from unnest(${ids}::text[], ${people.map(({ name }) => name)}::text[], ${phones}::text[],
      ${people.map(({ mail }) => mail)}::text[], ${people.map(({ jobNumber }) => jobNumber)}::text[],
      ${people.map(({ position }) => position)}::text[], ${people.map(({ departmentId }) => departmentId)}::text[],
      ${people.map(({ superiorId }) => superiorId ?? null)}::text[], ${people.map(({ active }) => active)}::boolean[])
      as told (id, name, phone, mail, job_number, position, department, superior, active)
    on conflict (company_id, external_id) do update
      set name = excluded.name, phone = excluded.phone, mail = excluded.mail, job_number = excluded.job_number,
        position = excluded.position, department_external_id = excluded.department_external_id,
        superior_external_id = case when excluded.external_id = any(${withoutSuperior(people)}::text[])
          then directory_person.superior_external_id else excluded.superior_external_id end,
        active = excluded.active, gone = false, changed_at = now(), asked_at = excluded.asked_at
      where directory_person.asked_at < excluded.asked_at`
}

/** Returns the people for whom the provider has named no superior, which leaves the known one. */
const withoutSuperior = (people: readonly ContactPerson[]): string[] =>
  people.filter(({ superiorId }) => superiorId === undefined).map(({ id }) => id)

const known = z.object({ external_id: z.string() })

/** Returns which of these departments are not known yet, or no longer. */
export async function unknownDepartments(
  database: Database,
  companyId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await database.rows(known)`
    select external_id from directory_department
    where company_id = ${companyId} and not gone and external_id = any(${ids}::text[])`
  const present = new Set(found.map(({ external_id }) => external_id))
  return ids.filter(each => !present.has(each))
}

/** Returns the active people who are not among these. */
export const unlistedPeople = async (database: Database, companyId: string, people: readonly ContactPerson[]) =>
  (
    await database.rows(known)`
    select external_id from directory_person
    where company_id = ${companyId} and active and external_id <> all(${people.map(({ id }) => id)}::text[])`
  ).map(({ external_id }) => external_id)
