import { Gauge, type Registry } from 'prom-client'
import type { HealthState } from '#contract/operations/health-names.ts'
import type { Health } from '#server/engines/health/health.ts'
import type { HealthCheck, Measured } from '#server/engines/health/health-check.ts'

export const stateMetric = 'portal_health_state'
export const checkedMetric = 'portal_health_checked_timestamp_seconds'

export const stateValues: Record<HealthState, number> = { unknown: -1, absent: 0, good: 0, warn: 1, bad: 2 }

const worstLast =
  ({ limits }: Pick<HealthCheck, 'limits'>) =>
  (one: Measured, other: Measured) =>
    limits.worse === 'below' ? other.value - one.value : one.value - other.value

/** Shows the latest results as Prometheus families. A value that could not be measured is left out, not repeated. */
export function healthMetrics(registry: Registry, checks: readonly HealthCheck[], health: Pick<Health, 'results'>) {
  for (const { name, metric } of checks)
    new Gauge({
      name: metric.name,
      help: metric.help,
      labelNames: metric.label ? [metric.label] : [],
      registers: [registry],
      collect() {
        this.reset()
        for (const { check, measured } of health.results())
          if (check.name === name)
            // The last value set wins: of several with one name, as standbys have by default, the worst.
            for (const { key, subject = '', value } of measured.toSorted(worstLast(check)))
              this.set(metric.label ? { [metric.label]: key ?? subject } : {}, value)
        // Without a label a reset leaves a zero behind that was never measured.
        if (!metric.label && !health.results().some(each => each.check.name === name && each.measured.length))
          this.remove()
      },
    })
  new Gauge({
    name: stateMetric,
    help: 'State of a check of health: 0 good or nothing to check, 1 warning, 2 bad, -1 not measured',
    labelNames: ['check'],
    registers: [registry],
    collect() {
      for (const { check, state } of health.results()) this.set({ check: check.name }, stateValues[state])
    },
  })
  new Gauge({
    name: checkedMetric,
    help: 'When the check last looked',
    labelNames: ['check'],
    registers: [registry],
    collect() {
      for (const { check, checkedAt } of health.results())
        if (checkedAt) this.set({ check: check.name }, checkedAt.getTime() / 1000)
    },
  })
}
