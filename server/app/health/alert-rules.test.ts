import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Gauge, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { alertRules } from './alert-rules.ts'
import { healthChecks } from './health-checks.ts'

const deploy = (name: string) => readFileSync(new URL(`../../../deploy/${name}`, import.meta.url), 'utf8')
const rules = deploy('prometheus/portal-rules.yml')
const expressions = [...rules.matchAll(/^ {8}expr: '(.*)'$/gm)].map(([, expr = '']) => expr.replaceAll("''", "'"))
interface Dashboard {
  panels: {
    id: number
    title: string
    gridPos: { x: number; y: number; w: number; h: number }
    targets: { expr: string }[]
  }[]
}
const grafana = JSON.parse(deploy('grafana/portal.json')) as Dashboard
const queries = grafana.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))

/** Returns the metrics that an expression names; a histogram's series count as the histogram. */
const metricsIn = (expression: string) =>
  [...expression.matchAll(/\bportal_\w+/g)].map(([name]) => name.replace(/_(count|sum|bucket)$/, ''))

const portal = await testPortal({ METRICS_TOKEN: 'token' })
const families = async () => {
  const { body } = await portal.app.inject({ url: '/metrics', headers: { authorization: 'Bearer token' } })
  return new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
}

test('every metric in a rule or on the dashboard exists in the portal', async () => {
  const known = await families()
  expect(expressions.length).toBeGreaterThan(25)
  for (const expression of [...expressions, ...queries]) {
    const named = metricsIn(expression)
    expect(named.length, expression).toBeGreaterThan(0)
    for (const name of named) expect(known, expression).toContain(name)
  }
})

test('every check with limits has its alert rules, and every check its panel', () => {
  for (const { name, metric, limits, unmeasured } of healthChecks) {
    const sign = limits.worse === 'below' ? '<' : '>'
    for (const limit of [limits.warn, limits.bad])
      if (limit !== undefined) expect(expressions).toContain(`${metric.name} ${sign} ${limit}`)
    if (unmeasured) expect(expressions).toContain(`portal_health_state{check="${name}"} == 2`)
    expect(queries).toContain(metric.name)
  }
})

test('rules have unique names, a duration, a severity and texts', () => {
  const names = [...rules.matchAll(/^ {6}- alert: (\w+)$/gm)].map(([, name]) => name)
  expect(new Set(names).size).toBe(names.length)
  for (const part of [
    /^ {8}for: \d+m$/gm,
    /^ {10}severity: (critical|warning)$/gm,
    /^ {10}summary: '.+'$/gm,
    /^ {10}description: '.+'$/gm,
  ])
    expect([...rules.matchAll(part)]).toHaveLength(names.length)
})

test('quotes in a rule’s text are doubled, as YAML requires', () => {
  const [check] = healthChecks
  if (!check) throw new Error('there are checks')
  expect(alertRules([{ ...check, advice: "it's" }])).toContain("description: 'it''s'")
})

test('checks have unique names and metrics, in Prometheus format', () => {
  const registry = new Registry()
  for (const { metric } of healthChecks)
    new Gauge({ ...metric, labelNames: metric.label ? [metric.label] : [], registers: [registry] })
  expect(new Set(healthChecks.map(({ name }) => name)).size).toBe(healthChecks.length)
  const units = { seconds: /_seconds$/, bytes: /_bytes$/, ratio: /_ratio$/, days: /_days$/, count: /[a-z]$/ }
  for (const { metric, unit } of healthChecks) expect(metric.name).toMatch(units[unit])
})

test('dashboard panels do not overlap', () => {
  const taken = grafana.panels.map(({ gridPos: { x, y } }) => `${x} ${y}`)
  expect(new Set(taken).size).toBe(taken.length)
  expect(grafana.panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
})

const promtool = spawnSync('promtool', ['--version']).status === 0

/** The first minutes of a portal whose queue has stopped, and the alerts that must fire meanwhile. */
const stoppedQueue = (rulesFile: string) => `
rule_files: ['${rulesFile}']
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - series: 'portal_jobs_standstill_seconds{instance="a"}'
        values: '2x8 0+15x60'
      - series: 'portal_jobs_clock_age_seconds{instance="a"}'
        values: '30x8 30+15x60'
      - series: 'portal_health_checked_timestamp_seconds{instance="a",check="jobs_clock"}'
        values: '0+15x80'
    promql_expr_test:
      - expr: count(ALERTS{alertstate="firing"})
        eval_time: 2m
        exp_samples: []
      - expr: count by (alertname) (ALERTS{alertstate="firing",severity="critical"})
        eval_time: 7m
        exp_samples: [{ labels: '{alertname="PortalJobsStandstillBad"}', value: 1 }]
      - expr: count by (alertname) (ALERTS{alertstate="firing",severity="critical"})
        eval_time: 10m
        exp_samples:
          - { labels: '{alertname="PortalJobsStandstillBad"}', value: 1 }
          - { labels: '{alertname="PortalJobsClockBad"}', value: 1 }
`

/** A database that stops answering: its check has no value any more, only a state. */
const goneDatabase = (rulesFile: string) => `
rule_files: ['${rulesFile}']
evaluation_interval: 15s
tests:
  - interval: 15s
    input_series:
      - series: 'portal_database_answer_seconds{instance="a"}'
        values: '0.002x8 stale'
      - series: 'portal_health_state{instance="a",check="database_answer"}'
        values: '0x8 2x40'
      - series: 'portal_health_checked_timestamp_seconds{instance="a",check="database_answer"}'
        values: '0+15x48'
    promql_expr_test:
      - expr: count(ALERTS{alertstate="firing"})
        eval_time: 2m
        exp_samples: []
      - expr: count by (alertname) (ALERTS{alertstate="firing",severity="critical"})
        eval_time: 4m
        exp_samples: [{ labels: '{alertname="PortalDatabaseAnswerUnmeasured"}', value: 1 }]
`

test.runIf(promtool)(
  'Prometheus takes the rules, and fires them when the queue has stopped or the database is gone',
  () => {
    const rulesFile = fileURLToPath(new URL('../../../deploy/prometheus/portal-rules.yml', import.meta.url))
    const folder = mkdtempSync(join(tmpdir(), 'haiyilian-rules-'))
    try {
      const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8' })
        return { status, output: `${stdout}${stderr}` }
      }
      expect(run('check', 'rules', rulesFile)).toMatchObject({ status: 0 })
      for (const [at, scene] of [stoppedQueue, goneDatabase].entries()) {
        const tests = join(folder, `${at}.yml`)
        writeFileSync(tests, scene(rulesFile))
        const fired = run('test', 'rules', tests)
        expect(fired.status, fired.output).toBe(0)
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
)
