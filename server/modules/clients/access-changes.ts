import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { maxPersonDevices } from '#contract/people.ts'
import { createWaitLimiter } from '#server/core/wait-limiter.ts'
import type { Listener } from '#server/database/listen.ts'
import type { Services } from '#server/engines/services.ts'
import { usableFor } from '#server/modules/access/usable-lines.ts'
import { listKeptOut } from './clients.sql.ts'

/** Milliseconds. A change is gathered with those that follow it, then its clients are answered one by one. */
const gather = { least: 150, most: 500 }
const spread = 700
/** Companies that are checked concurrently: after an interruption all of them are, and others need connections too. */
const together = 2

/** Milliseconds that a wait lasts at most. It has to end before the clients' timeout of 60 seconds. */
const longest = 50_000
/**
 * Milliseconds that a wait goes on after the next one of its device began. If it ended immediately, two clients with one key would
 * make each other repeat their requests endlessly.
 */
const overlap = 5_000
/** The most waits; one that only waits for its end holds a socket, too. */
const most = { ofDevice: 4, ofPerson: maxPersonDevices + 20 }

/**
 * No notification announces an end or a beginning that is reached by time. Working hours end for all clients together, so their
 * answers are spread over half a second. An instant that has passed by this clock and not yet by the database's is waited for.
 */
const leftUntil = (until: number): number => {
  const left = until - Date.now()
  return left > 0 ? left + 100 + Math.random() * 500 : 1000
}

interface Waiter {
  employeeId: string
  deviceId: string
  version: string
  /** Ends the wait. */
  tell: (changed: boolean) => void
  /** Sets when the wait ends without a notification, because the access changes then. */
  expect: (until: number) => void
  /** Makes room for a later wait of the device. */
  yield: () => void
}

/** All clients of this process that wait for a change of what they may use, by company and device. */
export interface AccessChanges {
  /**
   * Waits until the device's access is no longer at `version`, at most 50 seconds once it is known when it changes by time. It
   * registers before it returns, so that a change after the call is noticed. Of several waits for one device only the last goes on;
   * the earlier ones are answered within seconds. Refuses with 429 where too many of the device or the person wait already.
   */
  wait(of: { companyId: string; employeeId: string; deviceId: string; version: string }): Wait
  /** Returns the number of waiting clients. */
  waiting(): number
}

export interface Wait {
  /** Resolves to whether the version has changed. */
  over: Promise<boolean>
  end(changed: boolean): void
  /** Sets the instant at which the answer changes by time; a change of access that leaves the answer alone may postpone it. */
  expect(until: number): void
}

type Needed = Pick<Services, 'companyDatabase' | 'system' | 'config'> & {
  listener: Listener
  log: Logger
  stopping: AbortSignal
}

/**
 * Queries the database once for a company and a change, for all of its clients together, however many wait, and never while nothing
 * changes. Only clients whose answer differs are answered.
 */
export async function accessChanges({
  companyDatabase,
  system,
  config,
  listener,
  log,
  stopping,
}: Needed): Promise<AccessChanges> {
  const companies = new Map<string, Map<string, Waiter>>()
  /** The companies whose changes are being gathered. */
  const pendingCompanies = new Set<string>()
  const due: string[] = []
  const hold = createWaitLimiter()
  let looking = 0

  async function look(companyId: string): Promise<void> {
    const waiters = companies.get(companyId)
    if (!waiters) return
    // Clients that have arrived since are compared by their own call.
    const before = [...waiters.values()]
    const deviceIds = before.map(({ deviceId }) => deviceId)
    const usable = await usableFor(companyDatabase(companyId), companyId, deviceIds)
    // A company's grants do not show that a person is kept out, and the person's next request is refused.
    const employeeIds = [...new Set(before.map(({ employeeId }) => employeeId))]
    const keptOut = await listKeptOut(system, companyId, employeeIds, config)
    for (const { employeeId, deviceId, version, tell, expect } of before) {
      // A device without an answer was removed.
      const found = usable.get(deviceId)
      if (found?.answer.version !== version || keptOut.has(employeeId)) setTimeout(tell, Math.random() * spread, true)
      // Guard: setting an end does not change the answer yet, only the time at which it changes.
      else expect(found.until)
    }
  }

  async function work(): Promise<void> {
    if (looking >= together) return
    looking += 1
    for (let companyId = due.shift(); companyId !== undefined; companyId = due.shift()) {
      // A change from here on starts another round.
      pendingCompanies.delete(companyId)
      const id = companyId
      await look(id).catch(async error => {
        log.warn({ err: error, company: id }, '未能核对等待中的客户端，稍后重试')
        await sleep(1000)
        stir(id)
      })
    }
    looking -= 1
  }

  function stir(companyId: string): void {
    if (stopping.aborted || pendingCompanies.has(companyId) || !companies.has(companyId)) return
    pendingCompanies.add(companyId)
    setTimeout(
      () => {
        due.push(companyId)
        void work()
      },
      gather.least + Math.random() * (gather.most - gather.least),
    )
  }

  await listener.on('access', companyId => {
    // An undefined company means that notifications may have been missed.
    for (const each of companyId === undefined ? [...companies.keys()] : [companyId]) stir(each)
  })
  stopping.addEventListener('abort', () => {
    for (const waiters of companies.values()) for (const { tell } of [...waiters.values()]) tell(false)
  })

  return {
    wait({ companyId, employeeId, deviceId, version }) {
      // The key includes the person, so that naming a colleague's device, which is refused later, ends no wait of theirs.
      let key = `${employeeId} ${deviceId}`
      const release = hold([
        { of: key, most: most.ofDevice },
        { of: employeeId, most: most.ofPerson },
      ])
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const waiters = companies.get(companyId) ?? new Map<string, Waiter>()
      companies.set(companyId, waiters)
      waiters.get(key)?.yield()
      let timer: NodeJS.Timeout | undefined
      let end = Date.now() + longest
      let expected = Number.POSITIVE_INFINITY
      const waiter: Waiter = {
        employeeId,
        deviceId,
        version,
        expect(until) {
          clearTimeout(timer)
          if (waiters.get(key) !== waiter) return
          expected = until
          const left = Math.max(0, end - Date.now())
          const due = leftUntil(until)
          timer = setTimeout(waiter.tell, Math.min(due, left), due < left)
        },
        yield() {
          waiters.delete(key)
          key = `${key} ${randomUUID()}`
          waiters.set(key, waiter)
          end = Math.min(end, Date.now() + overlap)
          waiter.expect(expected)
        },
        tell(changed) {
          clearTimeout(timer)
          release()
          if (waiters.get(key) === waiter) waiters.delete(key)
          if (!waiters.size && companies.get(companyId) === waiters) companies.delete(companyId)
          resolve(changed)
        },
      }
      // The former wait may have been the last one, and have removed the company's entry.
      companies.set(companyId, waiters)
      waiters.set(key, waiter)
      if (stopping.aborted) waiter.tell(false)
      return { over: promise, end: waiter.tell, expect: waiter.expect }
    },
    waiting: () => [...companies.values()].reduce((sum, waiters) => sum + waiters.size, 0),
  }
}

declare module '#server/engines/services.ts' {
  interface Services {
    /** The registry of clients that wait until they may use other lines than before. */
    changes: AccessChanges
  }
}
