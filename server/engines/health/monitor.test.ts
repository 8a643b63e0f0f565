import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { formatValue, type HealthCheck, type HealthGround, judge, limitsInWords } from './health-check.ts'
import { monitorHealth, patience } from './monitor.ts'

const log = { warn: () => {} }
// This test's checks use nothing of it.
const ground = { config: readConfig({}) } as HealthGround
const check = (name: string, measure: HealthCheck['measure'], more: Partial<HealthCheck> = {}): HealthCheck => ({
  name,
  group: 'host',
  title: name,
  metric: { name: `portal_${name}`, help: name },
  unit: 'count',
  limits: { warn: 1, bad: 3 },
  advice: '',
  measure,
  ...more,
})

test('a check’s state is that of its worst measurement', async () => {
  const of = (...values: number[]) => check(`c${values.join('_')}`, async () => values.map(value => ({ value })))
  const monitor = monitorHealth([of(), of(0), of(0, 2), of(2, 4, 0)], ground, log)
  expect(monitor.results().map(({ state }) => state)).toEqual(Array(4).fill('unknown'))
  await monitor.look()
  expect(monitor.results().map(({ state }) => state)).toEqual(['absent', 'good', 'warn', 'bad'])
})

test('a check that hangs or throws affects no other, is not started again meanwhile, and reveals no secret', async () => {
  let begun = 0
  let release = () => {}
  const hanging = check('hanging', async () => {
    begun += 1
    await new Promise<void>(resolve => {
      release = resolve
    })
    return [{ value: 0 }]
  })
  const throwing = check('throwing', () => {
    throw Object.assign(new Error('password=secret'), { code: 'ECONNREFUSED' })
  })
  const database = check('database', () => Promise.reject(new Error('gone')), { unmeasured: 'bad' })
  const monitor = monitorHealth([hanging, throwing, database, check('well', async () => [{ value: 0 }])], ground, log)
  const start = performance.now()
  const looking = monitor.look('all')
  await expect.poll(() => monitor.results()[3]?.state).toBe('good')
  // No reader waits for a slow check.
  expect(performance.now() - start).toBeLessThan(patience - 1_000)
  await looking
  await monitor.look('all')
  expect(begun).toBe(1)
  expect(monitor.results().map(({ state, trouble }) => [state, trouble])).toEqual([
    ['unknown', '5 秒内没有结果'],
    ['unknown', '没有结果（ECONNREFUSED）'],
    ['bad', '没有结果'],
    ['good', null],
  ])
  release()
  await expect.poll(() => monitor.look('all').then(() => begun)).toBe(2)
  release()
}, 60_000)

test('limits determine the state and are described in words', () => {
  const disk = { unit: 'bytes', limits: { warn: 4 * 2 ** 30, bad: 2 ** 30, worse: 'below' } } as const
  expect([5, 3, 0.5].map(gigabytes => judge(disk, gigabytes * 2 ** 30))).toEqual(['good', 'warn', 'bad'])
  expect(limitsInWords(disk)).toBe('少于 4 GB 为注意，少于 1 GB 为异常')
  expect(limitsInWords({ unit: 'seconds', limits: { warn: 150 } })).toBe('超过 150 秒为注意')
  expect(limitsInWords({ unit: 'seconds', limits: { warn: 60, bad: 300 } })).toBe('超过 60 秒为注意，超过 5 分钟为异常')
  expect(limitsInWords({ unit: 'count', limits: { warn: 0 } })).toBe('有即为注意')
  expect(limitsInWords({ unit: 'count', limits: { warn: 0, bad: 0 } })).toBe('有即为异常')
  expect(limitsInWords({ unit: 'bytes', limits: {} })).toBe('仅供参考')
  expect([0.004, 90, 600, 90_000, 400_000].map(value => formatValue('seconds', value))).toEqual([
    '4 毫秒',
    '90 秒',
    '10 分钟',
    '25 小时',
    '5 天',
  ])
})
