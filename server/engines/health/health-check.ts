import type { HealthGroup, HealthState } from '#contract/operations/health-names.ts'
import { grouped } from '#contract/prices.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Archive } from '#server/engines/archive.ts'
import type { ClockTask } from '#server/engines/jobs/clock.ts'
import type { QueueProgress } from '#server/engines/jobs/progress.ts'
import type { PushChannels } from '#server/integrations/pushes/push.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** The services that a check may use. Its database has separate connections, so that busy ones do not affect the check. */
export interface HealthGround {
  config: Config
  database: Database
  jobQueue: QueueProgress
  /** The scheduled tasks, of this replica or of others. */
  tasks: readonly ClockTask[]
  /** The configured online gateways. */
  gateways: readonly string[]
  channels: PushChannels
  storage: Storage
  archive?: Archive | undefined
}

export interface Measured {
  /** The measured object, where a check measures several: a gateway, a replica. */
  subject?: string
  /** The subject as a Prometheus label, if it is not in plain letters. */
  key?: string
  value: number
  /** Details for people beyond the value. Contains no secrets or personal data. */
  detail?: string
}

export type HealthUnit = 'count' | 'seconds' | 'bytes' | 'ratio' | 'days'

/**
 * A monitored quantity. The page, /metrics, the alerts and the rules in deploy/ are all derived from these; the measurement and its
 * limits are defined only here.
 */
export interface HealthCheck {
  name: string
  group: HealthGroup
  title: string
  /** The Prometheus family; `label` is the label that distinguishes several measurements. */
  metric: { name: string; help: string; label?: string }
  unit: HealthUnit
  /** A value beyond a limit is in that state. Without limits it is only shown. */
  limits: { warn?: number; bad?: number; worse?: 'below' }
  /** Advice for the operator when the state is not good. */
  advice: string
  /** Each process has its own result, so that a healthy process does not clear another one's problem. */
  local?: true
  /** The alerts about it are remembered in this process, because the database may be away. */
  remembered?: 'here'
  /** The state if it cannot be measured; `bad` if that is the very problem the check looks for. */
  unmeasured?: 'bad'
  /** Seconds that it must be bad, or good again, before this is reported. */
  alertAfter?: number
  /** Seconds between checks. */
  every?: number
  /** Returns nothing where there is nothing to measure. */
  measure(ground: HealthGround): Promise<readonly Measured[]>
}

export interface JudgedMeasurement extends Measured {
  state: HealthState
}

/** The findings of the latest round. */
export interface HealthResult {
  check: HealthCheck
  state: HealthState
  measured: JudgedMeasurement[]
  checkedAt: Date | null
  /** Why it could not be measured. */
  trouble: string | null
}

const severity: readonly HealthState[] = ['absent', 'good', 'unknown', 'warn', 'bad']
export const worst = (states: readonly HealthState[]): HealthState =>
  states.reduce((one, other) => (severity.indexOf(other) > severity.indexOf(one) ? other : one), 'absent')

export function judge({ limits: { warn, bad, worse } }: Pick<HealthCheck, 'limits'>, value: number): HealthState {
  const beyond = (limit: number | undefined) =>
    limit !== undefined && (worse === 'below' ? value < limit : value > limit)
  return beyond(bad) ? 'bad' : beyond(warn) ? 'warn' : 'good'
}

const round = (value: number) => Math.round(value * 10) / 10

/** Formats a value for people. */
export function formatValue(unit: HealthUnit, value: number): string {
  switch (unit) {
    case 'count':
      return `${grouped(Math.round(value))} 个`
    case 'days':
      return `${Math.floor(value)} 天`
    case 'ratio':
      return `${Math.round(value * 100)}%`
    case 'bytes':
      return value < 2 ** 30 ? `${Math.round(value / 2 ** 20)} MB` : `${round(value / 2 ** 30)} GB`
    case 'seconds': {
      if (value < 1) return `${Math.round(value * 1000)} 毫秒`
      // Rounding 150 seconds to three minutes would be too coarse.
      if (value < 180) return `${round(value)} 秒`
      if (value < 7_200) return `${Math.round(value / 60)} 分钟`
      return value < 172_800 ? `${Math.round(value / 3_600)} 小时` : `${Math.round(value / 86_400)} 天`
    }
  }
}

/** Describes the limits of a check. */
export function limitsInWords({ unit, limits: { warn, bad, worse } }: Pick<HealthCheck, 'unit' | 'limits'>): string {
  const beyond = worse === 'below' ? '少于' : '超过'
  const limit = (value: number | undefined, word: string) => {
    if (value === undefined) return []
    if (value === 0 && worse !== 'below') return [`有即为${word}`]
    const written = formatValue(unit, value)
    // Latin letters are separated from Chinese by a space, as everywhere.
    return [`${beyond} ${written}${/[A-Z%]$/.test(written) ? ' ' : ''}为${word}`]
  }
  // If both limits are equal, the value is never merely a warning.
  const shown = warn === bad ? undefined : warn
  return [...limit(shown, '注意'), ...limit(bad, '异常')].join('，') || '仅供参考'
}
