import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import { ability } from './ability.ts'
import type { Database } from './database.ts'
import { companyRole } from './pool.ts'
import { beforeCommit, queueStatement, registerExtras } from './transaction.ts'

/** A transaction shared by both kinds of handles that a handler receives. */
export interface SharedTransaction {
  system: Database
  /** Sees only one company's rows, like the company's handle outside the transaction. */
  company(companyId: string): Database
}

/** Either the transaction or a savepoint within it. */
interface Scope {
  handle: Database
  /** Settles once the last savepoint begun in this scope is over, because two concurrent ones would close each other. */
  last: Promise<unknown>
}

const unknown = Symbol('after a rollback')

/** The shared transaction of a handle, for `asCompany`. */
const sharing = ability<SharedTransaction>()
export const sharedTransactionOf = sharing.of

/**
 * Creates handles that all send through one transaction. A statement is preceded by a change of role if the previous one had
 * another. Transactions that a handler begins become savepoints, and run one after the other if begun concurrently.
 */
export function shareTransaction(transaction: Database): SharedTransaction {
  const scopes = new AsyncLocalStorage<Scope>()
  const root: Scope = { handle: transaction, last: Promise.resolve() }
  /** The company whose role the connection has after everything sent so far; undefined for the system's own role. */
  let role: string | undefined | typeof unknown

  const enter = (handle: Database, companyId: string | undefined) => {
    if (role === companyId) return
    role = companyId
    const setting =
      companyId === undefined
        ? sql`select set_config('role', 'none', true), set_config('portal.company', '', true)`
        : sql`select set_config('portal.company', ${companyId}, true), set_config('role', ${companyRole}, true)`
    // A refusal fails the next statement, and the whole transaction.
    queueStatement(handle, setting).catch(() => {})
  }

  const handleFor = (companyId: string | undefined): Database => {
    // The role and the statement are sent synchronously, so that no other statement comes between.
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
      one:
        schema =>
        (...statement) =>
          entered().one(schema)(...statement),
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
    sharing.give(made, shared)
    registerExtras(made, {
      leave: work => beforeCommit(transaction, () => work(shared.system)),
      ahead(statement, answered) {
        return queueStatement(entered(), statement, answered)
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
