import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { former, groups } from './line-groups.ts'

/**
 * Inserts the access grants of the demonstration's lines. People and lines must exist already: their names are unique within the
 * demonstration.
 */
export async function insertLineGroups(database: Database): Promise<void> {
  const groupsJson = JSON.stringify(groups)
  const source = sql`jsonb_to_recordset(${groupsJson}::jsonb) as input (company text, name text, remark text, ago integer,
      hours text, by text, lines jsonb, departments jsonb, people jsonb)
    join company on company.credit_code = input.company
    cross join lateral (select now() - make_interval(days => input.ago) as at) as moment`
  await database.change`
    insert into line_group (company_id, name, remark, created_at)
    select company.id, input.name, input.remark, at from ${source}`
  const held = sql`${source}
    join line_group on line_group.company_id = company.id and line_group.name = input.name`
  // Members who joined after the group was created were added on joining.
  await database.change`
    insert into line_group_line (company_id, group_id, line_id, created_at)
    select company.id, line_group.id, line.id, greatest(at, line.created_at)
    from ${held} join line on line.company_id = company.id and input.lines ? line.name and line.state <> 'released'`
  await database.change`
    insert into line_group_department (company_id, group_id, department_id, created_at, hours)
    select company.id, line_group.id, department.id, at, input.hours
    from ${held} join department on department.company_id = company.id and input.departments ? department.name`
  await database.change`
    insert into line_group_employee (company_id, group_id, employee_id, created_at, hours)
    select company.id, line_group.id, employee.id, greatest(at, employee.created_at), input.hours
    from ${held} join employee on employee.company_id = company.id and input.people ? employee.name`
  await database.change`
    insert into line_group_log (id, company_id, group_id, actor_name, detail, created_at)
    select uuidv7(make_interval(days => -input.ago, mins => 1)), company.id, line_group.id, input.by,
      '「' || input.name || '」新建专线组', at + interval '1 minute'
    from ${held} order by input.ago desc`
  await insertFormer(database)
}

async function insertFormer(database: Database): Promise<void> {
  const target = sql`company
    join line_group on line_group.company_id = company.id and line_group.name = ${former.group}
    join employee on employee.company_id = company.id and employee.name = ${former.person}
    where company.credit_code = ${former.company}`
  await database.change`
    insert into access_span (company_id, kind, subject_id, object_id, since, until)
    select company.id, 'employee_in', line_group.id, employee.id, now() - make_interval(days => ${former.since}),
      now() - make_interval(days => ${former.until})
    from ${target}`
  for (const [ago, verb] of [
    [former.since, '加入'],
    [former.until, '移出'],
  ] as const)
    await database.change`
      insert into line_group_log (id, company_id, group_id, actor_name, detail, created_at)
      select uuidv7(make_interval(days => -${ago}::integer)), company.id, line_group.id, ${former.by},
        ${`「${former.group}」${verb}员工 ${former.person}`}, now() - make_interval(days => ${ago})
      from ${target}`
}
