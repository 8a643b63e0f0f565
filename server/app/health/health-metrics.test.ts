import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { HealthCheck, HealthResult } from '#server/engines/health/health-check.ts'
import { healthMetrics } from './health-metrics.ts'

async function shown(limits: HealthCheck['limits'], values: number[]): Promise<string | undefined> {
  const check: HealthCheck = {
    ...{ name: 'lag', group: 'database', title: '延迟', unit: 'seconds', limits, advice: '' },
    metric: { name: 'portal_lag', help: 'Lag', label: 'standby' },
    measure: async () => [],
  }
  const measured = values.map(value => ({ subject: 'walreceiver', value, state: 'good' as const }))
  const result: HealthResult = { check, state: 'good', measured, checkedAt: null, trouble: null }
  const registry = new Registry()
  healthMetrics(registry, [check], { results: () => [result] })
  return /portal_lag\{standby="walreceiver"\} (\S+)/.exec(await registry.metrics())?.[1]
}

test('of several that have one name, as standbys have by default, the worst is shown', async () => {
  expect(await shown({ warn: 60 }, [900, 3])).toBe('900')
  expect(await shown({ warn: 60, worse: 'below' }, [3, 900])).toBe('3')
})
