import type { PoolClient, QueryResult } from 'pg'
import { ability } from './ability.ts'
import type { Database } from './database.ts'
import { sendGroup } from './message-group.ts'
import { type NamedStatement, named, type Statement } from './statements.ts'
import { database } from './transaction.ts'

/** Sends statements as one message group, and returns the result of each. */
export type SendAll = (client: PoolClient, statements: readonly [Statement, ...Statement[]]) => Promise<QueryResult[]>

export const groupAfter =
  (before: readonly NamedStatement[]): SendAll =>
  async (client, statements) => {
    const results: QueryResult[] = []
    const ahead = before.map(statement => ({ statement }))
    const first = statements.slice(0, -1).map((statement, index) => ({
      statement: named(client, statement),
      answered: (result: QueryResult) => {
        results[index] = result
      },
    }))
    const last = statements[statements.length - 1] ?? statements[0]
    results[statements.length - 1] = await sendGroup(client, [...ahead, ...first], named(client, last))
    return results
  }

type Group = (statements: readonly [Statement, ...Statement[]]) => Promise<QueryResult[]>
const groups = ability<Group>()

/** Lets `handle`, which is no transaction, send statements together. */
export const registerGroups = (handle: Database, group: Group): void => groups.give(handle, group)

type Answers<Asked extends readonly (Promise<unknown> | undefined)[]> = {
  -readonly [Place in keyof Asked]: Awaited<Asked[Place]>
}

/**
 * Runs several reads in one round trip, on one connection: the first statement of each is sent in one message group, later
 * statements individually. As the group is one transaction, nothing may be changed in it.
 */
export async function together<const Asked extends readonly (Promise<unknown> | undefined)[]>(
  handle: Database,
  ask: (database: Database) => Asked,
): Promise<Answers<Asked>> {
  const group = groups.of(handle)
  const collecting = group && collector(handle, group)
  const pending = ask(collecting?.database ?? handle)
  collecting?.send()
  // Promise.all preserves the tuple's positions.
  return (await Promise.all(pending)) as Answers<Asked>
}

interface Waiting {
  statement: Statement
  resolve: (result: QueryResult) => void
  reject: (error: unknown) => void
}

function collector(handle: Database, group: Group): { database: Database; send: () => void } {
  let collected: Waiting[] | undefined = []
  const made = database({
    send: async statement => {
      if (collected) return new Promise((resolve, reject) => collected?.push({ statement, resolve, reject }))
      const [result] = await group([statement])
      if (!result) throw new Error('a statement was not answered')
      return result
    },
    transaction: work => handle.transaction(work),
  })
  return {
    database: { ...made, change: handle.change },
    send: () => {
      const waiting = collected ?? []
      collected = undefined
      const [first, ...others] = waiting.map(({ statement }) => statement)
      if (!first) return
      group([first, ...others]).then(
        results => {
          for (const [index, { resolve, reject }] of waiting.entries()) settle(results[index], resolve, reject)
        },
        error => {
          for (const { reject } of waiting) reject(error)
        },
      )
    },
  }
}

function settle(result: QueryResult | undefined, resolve: Waiting['resolve'], reject: Waiting['reject']): void {
  if (result) resolve(result)
  else reject(new Error('a statement of a group was not answered'))
}
