import type { PoolClient, QueryResult } from 'pg'
import { Query } from 'pg'
import type { Database } from './database.ts'
import { type CompanyPool, companyConnections, companySetting, databaseOn } from './pool.ts'
import { type NamedStatement, named } from './statements.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns the database as one company sees it: policies compare a row's company with
 * `nullif(current_setting('portal.company', true), '')::uuid`. The setting lives for one transaction only, so a
 * connection that was given no company sees no rows.
 */
export function companyDatabase({ companies }: { companies: CompanyPool }, companyId: string): Database {
  // The id is checked because it becomes part of a statement's text below.
  if (!uuid.test(companyId)) throw new Error('company id is no uuid')
  return databaseOn(companyConnections(companies), {
    begin: `begin; select set_config('portal.company', '${companyId}', true)`,
    send: (client, statement) => queryAs(client, companyId, named(client, statement)),
  })
}

function queryAs(client: PoolClient, companyId: string, statement: NamedStatement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    client.query(new CompanyQuery(companyId, statement, (error, result) => (error ? reject(error) : resolve(result))))
  })
}

/**
 * The methods that pg 8.23 calls on a query and its types leave out. package.json pins the version, and tenant.test.ts
 * the behaviour.
 */
interface Wire {
  bind(message: { statement: string; values: string[] }): void
  execute(message: Record<string, never>): void
}
interface QueryOnWire extends Query {
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
type Answered = (error: Error | undefined, result: QueryResult) => void
const PgQuery = Query as unknown as new (statement: NamedStatement, answered: Answered) => QueryOnWire

/**
 * Sends "set the company" and the statement as one message group, closed by one Sync. PostgreSQL runs such a group as
 * one transaction and skips the rest of it after an error, so the statement can't run under another company even when
 * the setting fails. The driver's own `pipeline` puts a Sync after each: two transactions, of which the second would run.
 */
class CompanyQuery extends PgQuery {
  readonly #companyId: string
  #companySet = false

  constructor(companyId: string, statement: NamedStatement, answered: Answered) {
    super(statement, answered)
    this.#companyId = companyId
  }

  // The caller has corked the stream, so all of it leaves in one write.
  override prepare(wire: Wire): void {
    wire.bind({ statement: companySetting.name, values: [this.#companyId] })
    wire.execute({})
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#companySet) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#companySet) super.handleCommandComplete(message, wire)
    this.#companySet = true
  }
}
