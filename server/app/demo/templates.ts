import type { Database } from '#server/database/database.ts'
import { companies } from './companies.ts'

/** The template for newcomers of the North American shops. */
const america = { name: '北美站运营', department: '北美站组', group: '北美店铺', days: 30, deviceLimit: 2 }

export async function insertTemplates(database: Database): Promise<void> {
  await database.change`
    with template as (
      insert into onboarding_template (company_id, name, department_id, days, device_limit)
      select company.id, ${america.name}, department.id, ${america.days}, ${america.deviceLimit}
      from company join department on department.company_id = company.id and department.name = ${america.department}
      where company.credit_code = ${companies[0]?.creditCode ?? ''}
      returning company_id, id
    )
    insert into onboarding_template_group (company_id, template_id, group_id)
    select template.company_id, template.id, line_group.id
    from template join line_group on line_group.company_id = template.company_id and line_group.name = ${america.group}`
}
