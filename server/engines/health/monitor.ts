import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type HealthCheck, type HealthGround, type HealthResult, judge, worst } from './health-check.ts'

/** Milliseconds for one check. A slower one is left running, and not started again before it ends. */
export const patience = 5_000
/** Milliseconds between rounds; the `every` of a check determines the rounds it takes part in. */
const roundEvery = 15_000

export interface HealthMonitor {
  /** Returns the latest results immediately. */
  results(): readonly HealthResult[]
  /** Runs the checks that are due, or all of them. */
  look(which?: 'due' | 'all'): Promise<void>
  /** Repeats rounds of the checks that are due, until `end`. It never uses the job queue. */
  start(round: (look: () => Promise<void>) => Promise<void>): void
  end(): void
}

interface Watched {
  result: HealthResult
  begunAt: number
  running: boolean
}

/** Keeps the latest result of each check, so that no reader waits for one. */
export function monitorHealth(
  checks: readonly HealthCheck[],
  ground: HealthGround,
  log: Pick<Logger, 'warn'>,
): HealthMonitor {
  const watched = checks.map(
    (check): Watched => ({
      result: { check, state: 'unknown', measured: [], checkedAt: null, trouble: '还没有检查过' },
      begunAt: Number.NEGATIVE_INFINITY,
      running: false,
    }),
  )
  const ending = new AbortController()

  async function lookAt(each: Watched): Promise<void> {
    each.running = true
    each.begunAt = performance.now()
    const { check } = each.result
    const measuring = Promise.resolve().then(() => check.measure(ground))
    const settled = measuring.then(
      () => {},
      () => {},
    )
    void settled.then(() => {
      each.running = false
    })
    const late = new AbortController()
    try {
      const found = await Promise.race([
        measuring,
        sleep(patience, undefined, { ref: false, signal: late.signal }).then(() => Promise.reject(new Error('late'))),
      ])
      const measured = found.map(each => ({ ...each, state: judge(check, each.value) }))
      const state = worst(measured.map(({ state }) => state))
      each.result = { check, state, measured, checkedAt: new Date(), trouble: null }
    } catch (error) {
      const trouble = troubleOf(error)
      if (each.result.trouble !== trouble && !ending.signal.aborted)
        log.warn({ check: check.name, trouble }, '运行状况未能检查')
      const state = check.unmeasured ?? 'unknown'
      each.result = { check, state, measured: [], checkedAt: new Date(), trouble }
    } finally {
      late.abort()
    }
  }

  async function look(which: 'due' | 'all' = 'due') {
    const now = performance.now()
    const due = watched.filter(({ running, begunAt, result: { check } }) => {
      // Rounds are not exact to the millisecond.
      const interval = (check.every ?? 0) * 1000 - roundEvery / 2
      return !running && (which === 'all' || now - begunAt >= interval)
    })
    await Promise.all(due.map(lookAt))
  }

  const results = () => watched.map(({ result }) => result)
  return {
    results,
    look,
    start(round) {
      void (async () => {
        while (!ending.signal.aborted) {
          await round(look).catch((error: Error) => log.warn({ err: error }, '告警未能处理'))
          await sleep(roundEvery, undefined, { signal: ending.signal, ref: false }).catch(() => {})
        }
      })()
    },
    end: () => ending.abort(),
  }
}

/** Describes the failure without addresses and passwords, which drivers' messages may contain. */
function troubleOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (message === 'late') return `${patience / 1000} 秒内没有结果`
  return code ? `没有结果（${code}）` : '没有结果'
}
