import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { companies } from './companies.ts'

interface DemoGroup {
  company: string
  name: string
  remark: string
  /** Days since it was made, and its author. */
  ago: number
  by: string
  lines: string[]
  departments: string[]
  people: string[]
}

const [lanfan = '', qingyu = ''] = companies.map(each => each.creditCode)

const groups: DemoGroup[] = [
  {
    company: lanfan,
    name: '北美店铺',
    remark: '亚马逊北美主店与二店，固定地址，请勿用于其他店铺',
    ago: 174,
    by: '林海舟',
    lines: ['北美主店-洛杉矶01', '北美主店-洛杉矶02', '备用-洛杉矶04'],
    departments: ['北美站组'],
    people: ['黄子墨'],
  },
  {
    company: lanfan,
    name: '广告投放',
    remark: '',
    ago: 170,
    by: '林海舟',
    lines: ['广告投放-洛杉矶03'],
    departments: ['广告投放组'],
    people: ['高天佑'],
  },
  {
    company: lanfan,
    name: '日本站',
    remark: '乐天与雅虎店铺',
    ago: 91,
    by: '周明远',
    lines: ['日本站-东京01', '日本站-东京02'],
    departments: ['日本站组'],
    people: ['朱梓轩'],
  },
  {
    company: lanfan,
    name: '欧洲办公与研发',
    remark: '视频会议与代码仓库',
    ago: 59,
    by: '林海舟',
    lines: ['欧洲总部-法兰克福专线'],
    departments: ['欧洲站组', '技术与数据部'],
    people: [],
  },
  {
    company: lanfan,
    name: '直播间',
    remark: '各直播间下播后请断开',
    ago: 39,
    by: '周明远',
    lines: ['美区直播-纽约01', '美区直播-纽约02', '东南亚直播-新加坡01'],
    departments: ['TikTok 直播部'],
    people: [],
  },
  {
    company: lanfan,
    name: '管理层',
    remark: '巡检各站点',
    ago: 35,
    by: '林海舟',
    lines: ['北美主店-洛杉矶01', '日本站-东京01', '欧洲总部-法兰克福专线'],
    departments: ['总经办'],
    people: ['周明远'],
  },
  {
    company: qingyu,
    name: '直播',
    remark: '',
    ago: 84,
    by: '沈云舒',
    lines: ['日本直播专线'],
    departments: ['直播部'],
    people: ['沈云舒'],
  },
]

/** A former member of a group, so that "who could use it then" differs from now. */
const former = { company: lanfan, group: '北美店铺', person: '徐一诺', since: 120, until: 30, by: '林海舟' }

/**
 * Inserts the access to the demonstration's lines. People and lines come first: their names are unique in the
 * demonstration.
 */
export async function insertLineGroups(database: Database): Promise<void> {
  const groupsJson = JSON.stringify(groups)
  const source = sql`jsonb_to_recordset(${groupsJson}::jsonb) as given (company text, name text, remark text, ago integer,
      by text, lines jsonb, departments jsonb, people jsonb)
    join company on company.credit_code = given.company
    cross join lateral (select now() - make_interval(days => given.ago) as at) as moment`
  await database.change`
    insert into line_group (company_id, name, remark, created_at)
    select company.id, given.name, given.remark, at from ${source}`
  const held = sql`${source}
    join line_group on line_group.company_id = company.id and line_group.name = given.name`
  // Members newer than their group were added when they came.
  await database.change`
    insert into line_group_line (company_id, group_id, line_id, created_at)
    select company.id, line_group.id, line.id, greatest(at, line.created_at)
    from ${held} join line on line.company_id = company.id and given.lines ? line.name and line.state <> 'released'`
  await database.change`
    insert into line_group_department (company_id, group_id, department_id, created_at)
    select company.id, line_group.id, department.id, at
    from ${held} join department on department.company_id = company.id and given.departments ? department.name`
  await database.change`
    insert into line_group_employee (company_id, group_id, employee_id, created_at)
    select company.id, line_group.id, employee.id, greatest(at, employee.created_at)
    from ${held} join employee on employee.company_id = company.id and given.people ? employee.name`
  await database.change`
    insert into line_group_log (id, company_id, group_id, actor_name, detail, created_at)
    select uuidv7(make_interval(days => -given.ago, mins => 1)), company.id, line_group.id, given.by,
      '「' || given.name || '」新建专线组', at + interval '1 minute'
    from ${held} order by given.ago desc`
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
