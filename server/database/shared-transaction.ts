import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { companyRole } from './pool.ts'
import { beforeCommit, giveExtras, sendAhead } from './transaction.ts'

/** One transaction behind both kinds of handles that a handler is given. */
export interface SharedTransaction {
  system: Database
  /** Sees only one company's rows, as its handle outside of the transaction does. */
  company(companyId: string): Database
}

/** Either the transaction or, within it, a savepoint. */
interface Scope {
  handle: Database
  /**
   * Settles when the last savepoint that was begun in this scope is over, because two at once would close each other.
   */
  last: Promise<unknown>
}

const unknown = Symbol('after a rollback')

/** Records which of the handles belong to a shared transaction, for `asCompany`. */
const sharedBy = new WeakMap<Database, SharedTransaction>()
export const sharedTransactionOf = (handle: Database): SharedTransaction | undefined => sharedBy.get(handle)

/**
 * Gives out handles that all send through one transaction. Each statement is preceded by a change of the role where
 * the previous one had another. Transactions that a handler begins become savepoints, and wait for each other where
 * they are begun side by side.
 */
export function shareTransaction(transaction: Database): SharedTransaction {
  const scopes = new AsyncLocalStorage<Scope>()
  const root: Scope = { handle: transaction, last: Promise.resolve() }
  /** The company whose role the connection has after all that was sent; undefined for the system's own. */
  let role: string | undefined | typeof unknown

  const enter = (handle: Database, companyId: string | undefined) => {
    if (role === companyId) return
    role = companyId
    const setting =
      companyId === undefined
        ? sql`select set_config('role', 'none', true), set_config('portal.company', '', true)`
        : sql`select set_config('portal.company', ${companyId}, true), set_config('role', ${companyRole}, true)`
    // A refusal fails the statement that comes next, and the whole transaction.
    sendAhead(handle, setting).catch(() => {})
  }

  const handleFor = (companyId: string | undefined): Database => {
    // The role and the statement are sent in the same turn, so that no other statement comes between.
    const entered = (): Database => {
      const { handle } = scopes.getStore() ?? root
      enter(handle, companyId)
      return handle
    }
    const made: Database = {
      rows:
        schema =>
        (...statement) =>
          entered().rows(schema)(...statement),
      row:
        schema =>
        (...statement) =>
          entered().row(schema)(...statement),
      change: (...statement) => entered().change(...statement),
      transaction(work) {
        const scope = scopes.getStore() ?? root
        const turn = scope.last.then(() =>
          scope.handle
            .transaction(handle => scopes.run({ handle, last: Promise.resolve() }, () => work(made)))
            .catch(error => {
              role = unknown
              throw error
            }),
        )
        scope.last = turn.catch(() => {})
        return turn
      },
    }
    sharedBy.set(made, shared)
    giveExtras(made, {
      leave: work => beforeCommit(transaction, () => work(shared.system)),
      ahead(statement, answered) {
        return sendAhead(entered(), statement, answered)
      },
    })
    return made
  }

  const companies = new Map<string, Database>()
  const shared: SharedTransaction = {
    get system() {
      return system
    },
    company(companyId) {
      const existing = companies.get(companyId)
      if (existing) return existing
      const made = handleFor(companyId)
      companies.set(companyId, made)
      return made
    },
  }
  const system = handleFor(undefined)
  return shared
}
