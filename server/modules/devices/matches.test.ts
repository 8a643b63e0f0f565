import { randomUUID } from 'node:crypto'
import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { deviceMatches } from './matches.sql.ts'

const { make, operate, system } = await testPortal()
const { token } = await make.operator('support')
const one = await make.company({ name: '甲企业有限公司' })
const other = await make.company({ name: '乙企业有限公司' })
const device = (company: typeof one, name: string, fingerprint?: string) =>
  make.device({ companyId: company.id, employeeId: company.owner.id, name, ...(fingerprint && { fingerprint }) })
const find = async (keyword: string) => {
  const { code, data } = await operate('getDeviceMatches', { keyword }, { token })
  expect(code).toBe(200)
  return data.list
}
const namesOf = async (keyword: string) => (await find(keyword)).map(({ name }) => name)

test('devices of all companies are found by how their names begin, whatever the case', async () => {
  const { id: employeeId } = await make.employee(one.id, { name: '陈雨桐' })
  const { id } = await make.device({ companyId: one.id, employeeId, name: '前台的 iMac-7' })
  await device(other, '前台的 imac-70')
  await device(other, '100%_办公')
  const found = await find(' 前台的 IMAC-7 ')
  expect(found).toEqual([
    {
      device_id: id,
      name: '前台的 iMac-7',
      platform: 'windows',
      employee_name: '陈雨桐',
      company_id: one.id,
      company_name: '甲企业有限公司',
    },
    expect.objectContaining({ name: '前台的 imac-70', company_id: other.id }),
  ])
  expect(await namesOf('iMac')).toEqual([])
  expect(await namesOf('100%_')).toEqual(['100%_办公'])
  expect(await namesOf('100__')).toEqual([])
})

test('a fingerprint is found as written by its first eight characters, before names that begin so', async () => {
  await device(one, '有指纹的电脑', 'Ab12cd34-5678')
  await device(other, 'ab12cd34 的电脑')
  await device(one, 'Ab12cd34', 'Ab12cd34-9')
  expect(await namesOf('Ab12cd34-5678')).toEqual(['有指纹的电脑'])
  expect(await namesOf('Ab12cd34')).toEqual(['Ab12cd34', '有指纹的电脑', 'ab12cd34 的电脑'])
  expect(await namesOf('ab12cd34-5678')).toEqual([])
  expect(await namesOf('Ab12cd3')).toEqual(['Ab12cd34', 'ab12cd34 的电脑'])
  expect(await find('Ab12cd34').then(JSON.stringify)).not.toContain('fingerprint')
})

test('no more than eight rows of an index are read, however many devices have the name', async () => {
  await system.change`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version)
    select ${one.id}, ${one.owner.id}, ${randomUUID()} || place, case when place % 2 = 0 then 'iPhone' else 'DESKTOP-' || place end, 'ios', '1', '1.0'
    from generate_series(1, 6000) as place`
  await system.change`analyze device`
  const plans: string[] = []
  const line = z.object({ 'QUERY PLAN': z.string() })
  // PostgreSQL may switch to a generic plan after a few searches.
  for (const mode of ['force_custom_plan', 'force_generic_plan'])
    for (const keyword of ['iphone', 'desktop-', 'nobody has this', 'i'])
      await system.transaction(async transaction => {
        const explaining = new Proxy(transaction, {
          get:
            () =>
            () =>
            async (...statement: Parameters<typeof sql>) => {
              const { text, values } = sql(...statement)
              await transaction.change`prepare finding as ${raw(text)}`
              await transaction.change`set local plan_cache_mode = ${raw(mode)}`
              const plan = await transaction.rows(line)`
                explain (analyze, timing off) execute finding (${raw(values.map(value => `'${value}'`).join())})`
              await transaction.change`deallocate finding`
              plans.push(plan.map(row => row['QUERY PLAN']).join('\n'))
              return []
            },
        })
        await deviceMatches(explaining, keyword)
      })
  for (const plan of plans) {
    expect(plan).toContain('device_names')
    expect(plan).not.toMatch(/Seq Scan on device/)
    if (process.env.SHOW_PLANS) console.log(plan)
    const most = Math.max(...[...plan.matchAll(/actual rows=(\d+)/g)].map(([, count]) => Number(count)))
    expect(most, plan).toBeLessThanOrEqual(8)
  }
  // The generic plan has both, and the plan for a short keyword leaves fingerprints out.
  expect(plans.map(plan => plan.includes('device_fingerprints'))).toEqual([
    false,
    true,
    true,
    false,
    true,
    true,
    true,
    true,
  ])
  expect(await namesOf('iphone')).toHaveLength(8)
})
