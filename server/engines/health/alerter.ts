import type { Logger } from 'pino'
import { keysOf } from '#contract/typed-keys.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import type { PushChannels } from '#server/integrations/pushes/push.ts'
import { type AlertKey, databaseTime, keepAlert, lockAlert, readAlerts } from './alerts.sql.ts'
import { type Alert, type Decision, decide, isSame } from './alerts.ts'
import { bySubject, type SubjectResult } from './by-subject.ts'
import { deliver } from './deliver.ts'
import type { HealthCheck, HealthResult } from './health-check.ts'
import { type ChangedResult, formatReports } from './push-text.ts'
import { queuePush } from './queue-push.ts'
import { sendWithRetries } from './send-with-retries.ts'

/** Milliseconds after which the queue takes over a failed delivery; longer than any attempt may take. */
const queueTakesOverAfter = 60_000
export interface AlerterGround {
  config: Config
  database: Database
  channels: PushChannels
  /** The host and port of this process. */
  place: string
  log: Pick<Logger, 'error' | 'warn'>
}

export interface Alerter {
  /** Sends the alerts that the results call for. Resolves once they are decided; the delivery continues. */
  alert(results: readonly HealthResult[]): Promise<void>
  /** Resolves when nothing is being delivered. */
  idle(): Promise<void>
  end(): void
}

/**
 * Alerts the owner to checks that turned bad, once across all replicas: the alerts already sent are stored in the database. An
 * unreachable database cannot store its own alert, so each replica reports that separately with its name.
 */
export function createAlerter(ground: AlerterGround): Alerter {
  const { config, channels, place } = ground
  const names = keysOf(channels)
  const ending = new AbortController()
  const underWay = new Set<Promise<void>>()
  /** The alerts of this process about checks that the database can't remember. */
  const own = new Map<string, Alert>()
  const placeOf = ({ local }: HealthCheck) => (local ? place : '')
  const keyOf = ({ check, subject }: SubjectResult): AlertKey => ({ name: check.name, place: placeOf(check), subject })
  const follow = (work: Promise<void>) => {
    const settled = work
      .catch(error => ground.log.error({ err: error }, '告警未能推送'))
      .finally(() => {
        underWay.delete(settled)
      })
    underWay.add(settled)
  }

  async function alertShared(results: readonly HealthResult[]) {
    const sentAlerts = new Map((await readAlerts(ground.database)).map(row => [keyText(row), row]))
    const now = await databaseTime(ground.database)
    const subjectsOf = ({ check }: HealthResult) =>
      [...sentAlerts.values()]
        .filter(({ name, place: at }) => name === check.name && at === placeOf(check))
        .map(({ subject }) => subject)
    const changing = results
      .flatMap(result => bySubject(result, subjectsOf(result)))
      .map(result => ({ result, key: keyOf(result) }))
      .filter(({ result, key }) => {
        const alert = sentAlerts.get(keyText(key))?.alert
        const { alert: next, telling } = decideOn(alert, result, now)
        return telling !== undefined || !isSame(alert, next)
      })
      // Always in the same order, so that two replicas cannot deadlock.
      .sort((one, other) => (keyText(one.key) < keyText(other.key) ? -1 : 1))
    if (!changing.length) return
    const pushId = await ground.database.transaction(transaction => decideTogether(transaction, changing, now))
    if (pushId)
      for (const channel of names) follow(deliver(ground, pushId, channel, { lastAttempt: false }).then(() => {}))
  }

  async function decideTogether(
    transaction: Database,
    changing: readonly { result: SubjectResult; key: AlertKey }[],
    now: number,
  ): Promise<string | undefined> {
    const notified: ChangedResult[] = []
    for (const { result, key } of changing) {
      // Guard: the lock on the alert's row. Without it each replica would report what both have just detected.
      const { alert, telling } = decideOn(await lockAlert(transaction, key), result, now)
      await keepAlert(transaction, key, alert)
      if (telling) notified.push({ result, telling, since: alert?.badSince ?? now })
    }
    if (!notified.length) return undefined
    const runAt = new Date(Date.now() + queueTakesOverAfter)
    return queuePush(transaction, formatReports(notified, { config, place }), names, { runAt })
  }

  function alertAlone(results: readonly HealthResult[]) {
    const notified: ChangedResult[] = []
    for (const result of results.flatMap(each => bySubject(each, []))) {
      const key = keyText(keyOf(result))
      const { alert, telling } = decideOn(own.get(key), result, Date.now())
      if (alert) own.set(key, alert)
      else own.delete(key)
      if (telling) notified.push({ result, telling, since: alert?.badSince ?? Date.now() })
    }
    if (!notified.length) return
    const push = formatReports(notified, { config, place })
    for (const channel of names)
      follow(sendWithRetries({ channels, log: ground.log, ending: ending.signal }, channel, push))
  }

  return {
    async alert(results) {
      const isOwn = ({ check }: HealthResult) => check.remembered === 'here'
      alertAlone(results.filter(isOwn))
      await alertShared(results.filter(result => !isOwn(result)))
    },
    async idle() {
      while (underWay.size) await Promise.all(underWay)
    },
    end: () => ending.abort(),
  }
}

const decideOn = (alert: Alert | undefined, { check, state }: HealthResult, now: number): Decision =>
  decide(alert, state, now, check.alertAfter === undefined ? undefined : check.alertAfter * 1000)

const keyText = ({ name, place, subject }: AlertKey) => JSON.stringify([name, place, subject])
