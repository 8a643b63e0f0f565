import type { Database } from '#server/database/database.ts'
import { companies } from './companies.ts'

/** What a newcomer of the Japanese shops gets. */
const japan = { name: '日本站运营', department: '日本站组', group: '日本站', days: 30, deviceLimit: 2 }

export async function insertTemplates(database: Database): Promise<void> {
  await database.change`
    with template as (
      insert into onboarding_template (company_id, name, department_id, days, device_limit)
      select company.id, ${japan.name}, department.id, ${japan.days}, ${japan.deviceLimit}
      from company join department on department.company_id = company.id and department.name = ${japan.department}
      where company.credit_code = ${companies[0]?.creditCode ?? ''}
      returning company_id, id
    )
    insert into onboarding_template_group (company_id, template_id, group_id)
    select template.company_id, template.id, line_group.id
    from template join line_group on line_group.company_id = template.company_id and line_group.name = ${japan.group}`
}
