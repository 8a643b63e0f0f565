import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { groupsKept, onboardingTemplate, templatesKept } from '#contract/records/onboarding-template.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const template = onboardingTemplate.schema.omit({ dept_path: true })
type Template = z.output<typeof template>

const columns = (companyId: string) => sql`id as template_id, name, department_id as dept_id, days, device_limit,
  array(select group_id from onboarding_template_group held
    where held.company_id = ${companyId} and held.template_id = onboarding_template.id order by group_id) as group_ids`

export const listTemplates = (company: Database, companyId: string) =>
  company.rows(template)`
    select ${columns(companyId)} from onboarding_template where company_id = ${companyId}
    order by name collate "zh-x-icu", id`

/**
 * Locks a template until the transaction ends and returns it. It is read after the lock: a statement that waited for the lock would
 * see the template's present state, and its groups as they were before.
 */
export async function holdTemplate(
  company: Database,
  companyId: string,
  templateId: string,
  change = false,
): Promise<Template | undefined> {
  await company.change`
    select from onboarding_template where company_id = ${companyId} and id = ${templateId}
    ${change ? sql`for no key update` : sql`for share`}`
  return company.row(template)`
    select ${columns(companyId)} from onboarding_template where company_id = ${companyId} and id = ${templateId}`
}

type Fields = Pick<Template, 'name' | 'dept_id' | 'days' | 'device_limit'>

const inserted = template.pick({ template_id: true, name: true })

/** Returns undefined when the company has the maximum of templates. */
export const insertTemplate = (company: Database, companyId: string, { name, dept_id, days, device_limit }: Fields) =>
  company.row(inserted)`
    insert into onboarding_template (company_id, name, department_id, days, device_limit)
    select ${companyId}, ${name}, ${dept_id}, ${days}, ${device_limit}
    where (select count(*) from onboarding_template where company_id = ${companyId}) < ${templatesKept}::integer
    returning id as template_id, name`

/** An undefined value leaves a column as it is. */
export const updateTemplate = (
  company: Database,
  companyId: string,
  templateId: string,
  { name, dept_id: department_id, days, device_limit }: Changes<Fields>,
) =>
  company.change`
    update onboarding_template set ${assigned({ name, department_id, days, device_limit })}
    where company_id = ${companyId} and id = ${templateId}`

export async function setGroups(company: Database, companyId: string, templateId: string, groupIds: string[]) {
  await company.change`
    delete from onboarding_template_group where company_id = ${companyId} and template_id = ${templateId}`
  await company.change`
    insert into onboarding_template_group (company_id, template_id, group_id)
    select ${companyId}, ${templateId}, id from unnest(${groupIds}::uuid[]) as id on conflict do nothing`
}

const named = template.pick({ template_id: true, name: true })

/** Locks the templates that hold a group and returns them. They are read after the lock, as in `holdTemplate`. */
export async function holdTemplatesWith(company: Database, companyId: string, groupId: string) {
  const held = sql`company_id = ${companyId} and id in (
    select template_id from onboarding_template_group where company_id = ${companyId} and group_id = ${groupId})`
  await company.change`select from onboarding_template where ${held} order by id for no key update`
  return company.rows(named)`
    select ${selectList(named, { template_id: 'id' })} from onboarding_template where ${held} order by name collate "zh-x-icu", id`
}

/** Puts a group back into those of these templates that still exist and have room for it. */
export const putBackInto = (company: Database, companyId: string, groupId: string, templateIds: string[]) =>
  company.change`
    insert into onboarding_template_group (company_id, template_id, group_id)
    select company_id, id, ${groupId} from onboarding_template
    where company_id = ${companyId} and id = any(${templateIds}::uuid[]) and ${groupsKept}::integer > (
      select count(*) from onboarding_template_group held where held.company_id = ${companyId} and held.template_id = id)
    order by id for no key update`

const deleted = onboardingTemplate.schema.pick({ name: true })

export const deleteTemplate = (company: Database, companyId: string, templateId: string) =>
  company.row(deleted)`
    delete from onboarding_template where company_id = ${companyId} and id = ${templateId} returning name`

const limited = z.object({ employee_id: id, before: z.int() })

/** The people are locked. Returns those whose limit has changed. */
export const setDeviceLimits = (company: Database, companyId: string, ids: string[], limit: number) =>
  company.rows(limited)`
    update employee set device_limit = ${limit}
    from (select id, device_limit from employee where company_id = ${companyId} and id = any(${ids}::uuid[])) as before
    where employee.company_id = ${companyId} and employee.id = before.id and before.device_limit <> ${limit}
    returning employee.id as employee_id, before.device_limit as before`
