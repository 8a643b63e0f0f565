import type { Logger } from 'pino'
import { createWaitLimiter } from '#server/core/wait-limiter.ts'
import type { Database } from '#server/database/database.ts'
import type { Listener } from '#server/database/listen.ts'
import { versionOf } from './company-changes.sql.ts'

/** Milliseconds that a wait lasts at most. It has to end before the consoles' timeout of 60 seconds. */
const longest = 50_000
/** The most waits of one account, one for each of its browsers; a browser waits once for all of its tabs. */
const maxWaitsPerAccount = 20

/** Ends a wait with the version to report, or with none where nothing has changed. */
type Tell = (version: string | undefined) => void

/** All consoles of this process that wait until something of their company changes. */
export interface CompanyChanges {
  /**
   * It registers before it returns, so that a change after the call is noticed. Refuses with 429 where too many of the account
   * wait already.
   */
  wait(of: { companyId: string; accountId: string }): { over: Promise<string | undefined>; end: Tell }
  /** Returns the number of waiting consoles. */
  waiting(): number
}

interface Needed {
  listener: Listener
  log: Logger
  stopping: AbortSignal
  companyDatabase: (companyId: string) => Database
}

/** Reads a company's version once for each change, for all of its consoles together, however many wait. */
export async function companyChanges({ listener, log, stopping, companyDatabase }: Needed): Promise<CompanyChanges> {
  const companies = new Map<string, Set<Tell>>()
  const hold = createWaitLimiter()

  async function answerAll(companyId: string): Promise<void> {
    // Consoles that have arrived since compare the version by themselves.
    const waiting = [...(companies.get(companyId) ?? [])]
    if (!waiting.length) return
    try {
      const version = await versionOf(companyDatabase(companyId), companyId)
      for (const tell of waiting) tell(version)
    } catch (error) {
      log.warn({ err: error, company: companyId }, '未能读取变化的版本，等待中的控制台重新询问')
      for (const tell of waiting) tell(undefined)
    }
  }

  await listener.on('console', companyId => {
    // An undefined company means that notifications may have been missed.
    for (const each of companyId === undefined ? [...companies.keys()] : [companyId]) void answerAll(each)
  })
  stopping.addEventListener('abort', () => {
    for (const waiting of companies.values()) for (const tell of [...waiting]) tell(undefined)
  })

  return {
    wait({ companyId, accountId }) {
      const release = hold([{ of: accountId, most: maxWaitsPerAccount }])
      const { promise, resolve } = Promise.withResolvers<string | undefined>()
      const waiting = companies.get(companyId) ?? new Set<Tell>()
      companies.set(companyId, waiting)
      const end: Tell = version => {
        release()
        clearTimeout(timer)
        waiting.delete(end)
        if (!waiting.size && companies.get(companyId) === waiting) companies.delete(companyId)
        resolve(version)
      }
      const timer = setTimeout(end, longest, undefined)
      waiting.add(end)
      if (stopping.aborted) end(undefined)
      return { over: promise, end }
    },
    waiting: () => [...companies.values()].reduce((sum, waiting) => sum + waiting.size, 0),
  }
}

declare module '#server/engines/services.ts' {
  interface Services {
    /** The registry of consoles that wait until something of their company changes. */
    companyChanges: CompanyChanges
  }
}
