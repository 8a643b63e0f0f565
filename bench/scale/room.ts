import type { Sql } from 'sql-template-tag'
import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { listedMatches, listedRows } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import type { Portal } from '#server/portal.ts'
import type { MadeEmployee } from '#server/testing/make.ts'

export interface Company {
  id: string
  /** As many as it is to have; rooms make so many, or so many times some. */
  people: number
  /** Among the companies that are filled, from 0: what is unique in all of them is made from it. */
  place: number
  owner: MadeEmployee
  sid: string
}

export interface Asked {
  name: string
  call: CallName
  input: object
}

/** `input` is checked by the contract's own type. */
export const ask = <Name extends CallName>(call: Name, input: InputOf<Name>, about = ''): Asked => ({
  name: [call, about].filter(Boolean).join(': '),
  call,
  input: input as object,
})

/** Rows of a page, unless more are asked for. */
const pageSize = 20
/** The last page of those with a keyword that many have. */
export const lastMatches = listedMatches / pageSize
/** The last page that has rows, of so many as `statement` counts and the list reaches: an empty one costs nothing. */
export async function lastPage(system: Database, statement: Sql): Promise<number> {
  const rows = (await system.row<{ rows: number }>(statement))?.rows ?? 0
  return Math.max(1, Math.ceil(Math.min(rows, listedRows) / pageSize))
}

/** What one room of the portal adds to the measurement. */
export interface Room {
  /** Tables that are filled; their GIN indexes are made afterwards, which takes a tenth of the time. */
  tables: string[]
  /** Set-based: rows of one company, in some statements. Rooms before this one have filled theirs. */
  fill(system: Database, company: Company): Promise<void>
  /** Lists and figures; inputs may be looked up. Those of both companies are in the same order. */
  calls(system: Database, company: Company): Promise<Asked[]>
}

/** Answers how many rows there were. */
export async function send({ app }: Portal, { sid }: Company, { call, input, name }: Asked): Promise<number> {
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
