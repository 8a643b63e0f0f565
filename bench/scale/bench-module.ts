import type { Sql } from 'sql-template-tag'
import { z } from 'zod'
import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { listedMatches, listedRows } from '#contract/people.ts'
import type { Portal } from '#server/app/portal.ts'
import type { Database } from '#server/database/database.ts'
import type { TestEmployee } from '#server/testing/make.ts'

export interface Company {
  id: string
  /** The number of people to create; modules create this many rows, or a multiple of it. */
  people: number
  /** Numbers the filled companies from 0; values that must be unique across companies are derived from it. */
  index: number
  owner: TestEmployee
  sid: string
}

export interface BenchCall {
  name: string
  call: CallName
  input: object
}

/** `input` is checked by the contract's own type. */
export const benchCall = <Name extends CallName>(call: Name, input: InputOf<Name>, about = ''): BenchCall => ({
  name: [call, about].filter(Boolean).join(': '),
  call,
  input: input as object,
})

/** Default rows of a page. */
const pageSize = 20
/** The last page of the matches of a common keyword. */
export const lastMatches = listedMatches / pageSize
/** Finds the last page with rows, among those that `statement` counts and the list reaches: an empty page would cost nothing. */
export async function lastPage(system: Database, statement: Sql): Promise<number> {
  const rows = (await system.row(z.object({ rows: z.number() }))`${statement}`)?.rows ?? 0
  return Math.max(1, Math.ceil(Math.min(rows, listedRows) / pageSize))
}

/** One module's part of the measurement. */
export interface BenchModule {
  /** The tables it fills. Their GIN indexes are built afterwards, which takes a tenth of the time. */
  tables: string[]
  /** Fills the rows of one company with a few statements. Earlier modules have filled theirs. */
  fill(system: Database, company: Company): Promise<void>
  /** Lists the calls of lists and figures, in the same order for both companies; inputs may be looked up. */
  calls(system: Database, company: Company): Promise<BenchCall[]>
}

/** Sends the call and returns the number of rows. */
export async function send({ app }: Portal, { sid }: Company, { call, input, name }: BenchCall): Promise<number> {
  const response = await app.inject({
    method: 'POST',
    url: `/api${contract[call].path}`,
    headers: { authorization: 'portal-web 1201' },
    payload: { ...input, sid },
  })
  const { code, msg, data } = response.json<{ code: number; msg: string; data: { list?: unknown[] } }>()
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
  return data.list?.length ?? 0
}
