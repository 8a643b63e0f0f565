import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { inserted } from '#server/testing/inserted.ts'

export interface LineData {
  companyId: string
  /** The first group is the largest. */
  groupIds: string[]
  /** Each device belongs to a different person in service. */
  deviceIds: string[]
}

const insertOne = async (database: Database, statement: ReturnType<typeof sql>): Promise<string> => {
  const row = await database.row(inserted)`${statement}`
  if (!row) throw new Error('nothing was made')
  return row.id
}
const insertMany = async (database: Database, statement: ReturnType<typeof sql>): Promise<string[]> =>
  (await database.rows(inserted)`${statement}`).map(({ id }) => id)

/**
 * Creates 20,000 people in 156 departments of three levels and 2,000 bound lines in 50 groups. Each group holds 60 lines and
 * grants them to three departments with everything below and to ten more people; the first one covers half of the company.
 */
export async function fillCompany(system: Database): Promise<LineData> {
  const companyId = await insertOne(
    system,
    sql`insert into company (name, credit_code) values ('大企业', '91440300MA5BENCH01') returning id`,
  )
  const level = (parents: string, count: number) => sql`
    insert into department (company_id, parent_id, name)
    select ${companyId}, parent.id, '部门' || coalesce(parent.id::text, '') || place
    from generate_series(1, ${count}::integer) as place
    cross join (select unnest(${parents}::uuid[]) as id union all select null where ${parents} = '{}') as parent
    returning id`
  const list = (values: string[]) => `{${values.join()}}`
  const top = await insertMany(system, level('{}', 6))
  const middle = await insertMany(system, level(list(top), 5))
  const low = await insertMany(system, level(list(middle), 4))
  await system.change`
    insert into account (phone, display_name, agreement_version, agreed_at)
    select '137' || lpad(place::text, 8, '0'), '员工' || place, '2026-11', now() from generate_series(1, 20000) as place`
  await system.change`
    insert into employee (company_id, account_id, role, name, department_id, service_ends_at)
    select ${companyId}, id, case when row_number() over (order by phone) = 1 then 'owner' else 'employee' end, display_name,
      (${[...low, ...middle]}::uuid[])[1 + (right(phone, 5)::integer % ${low.length + middle.length}::integer)],
      now() + interval '90 days'
    from account where phone like '137%'`
  const deviceIds = await insertMany(
    system,
    sql`
      insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state, audited_at)
      select company_id, id, 'bench-' || id, '电脑', 'windows', 'Windows 11', '12.0.1', 'approved', now()
      from employee where company_id = ${companyId} returning id`,
  )
  const goodsId = await insertOne(
    system,
    sql`
      with category as (insert into category (code, name) values ('bench', '线路') returning id)
      insert into goods (category_id, code, name) select id, 'bench', '线路' from category returning id`,
  )
  const regionId = await insertOne(
    system,
    sql`
      insert into region (code, country, city, city_latin, continent, latitude, longitude)
      values ('bench', '日本', '东京', 'Tokyo', '亚洲', 35, 139) returning id`,
  )
  const wayId = await insertOne(
    system,
    sql`insert into access_way (code, name, about) values ('bench', '数据中心原生 IP', '') returning id`,
  )
  const skuId = await insertOne(
    system,
    sql`
      insert into sku (goods_id, region_id, access_way_id, bandwidth, price, list_price)
      values (${goodsId}, ${regionId}, ${wayId}, 5, 16800, 16800) returning id`,
  )
  await system.change`
    insert into ip_address (region_id, access_way_id, address, gateway, state)
    select ${regionId}, ${wayId}, '10.0.0.0'::inet + place, 'gw.example.com', 'bound' from generate_series(1, 2000) as place`
  const orderId = await insertOne(
    system,
    sql`
      insert into shop_order (company_id, number, account_id, buyer_name, kind, product, state, subject, list_amount,
        package_discount, coupon_discount, payable, request_key, request_hash, pays_until)
      select ${companyId}, 'BENCH', account_id, '测试', 'purchase', 'line', 'fulfilled', '线路', 0, 0, 0, 0, 'bench', '', now()
      from employee where company_id = ${companyId} and role = 'owner' returning id`,
  )
  const lineIds = await insertMany(
    system,
    sql`
      insert into line (company_id, name, sku_id, region_id, access_way_id, bandwidth, state, ip_address_id, ends_at, order_id, bound_at)
      select ${companyId}, '线路-' || row_number() over (), ${skuId}, ${regionId}, ${wayId}, 5, 'active', id,
        now() + interval '90 days', ${orderId}, now()
      from ip_address where region_id = ${regionId} returning id`,
  )
  const groupIds = await insertMany(
    system,
    sql`
      insert into line_group (company_id, name) select ${companyId}, '组' || place from generate_series(1, 50) as place returning id`,
  )
  const contents: { line: string[]; department: string[]; employee: string[] }[] = []
  const employeeIds = await insertMany(system, sql`select id from employee where company_id = ${companyId} order by id`)
  for (const [place] of groupIds.entries()) {
    const pick = (all: string[], from: number, count: number) =>
      Array.from({ length: count }, (_, index) => all[(from + index) % all.length] ?? '')
    contents.push({
      line: pick(lineIds, place * 40, 60),
      department: place ? pick(low, place * 3, 2).concat(pick(middle, place, 1)) : top.slice(0, 3),
      employee: pick(employeeIds, place * 397, 10),
    })
  }
  for (const [place, group] of contents.entries())
    for (const kind of ['line', 'department', 'employee'] as const)
      await system.change`${sql([
        `insert into line_group_${kind} (company_id, group_id, ${kind}_id)
         select '${companyId}', '${groupIds[place]}', unnest('${list(group[kind])}'::uuid[])`,
      ])}`
  await system.change`analyze`
  return { companyId, groupIds, deviceIds }
}
