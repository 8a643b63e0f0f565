import { raw } from 'sql-template-tag'
import { expect } from 'vitest'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { unpack } from '#server/engines/sheets/archive.ts'
import { isWorkbook } from '#server/engines/sheets/sheets.ts'
import { scopeOf } from '#server/modules/api-tokens/token-access.ts'
import { linesOf, pagesOf } from '#server/testing/pdf-text.ts'
import type { testPortal } from '#server/testing/portal.ts'
import { answeredCodes } from './answered-codes.ts'

type Portal = Awaited<ReturnType<typeof testPortal>>

/** Returns what the recipient of this answer can read: its text, and the text of the file it links to. */
export async function readOf({ app }: Portal, call: Call, body: string): Promise<string> {
  const { code, data } = JSON.parse(body) as { code: number; data?: { url?: string } }
  if (call.effect !== 'export' || code !== 200 || !data?.url) return body
  const response = await app.inject({ url: data.url })
  expect(response.statusCode, data.url).toBe(200)
  return body + (await textOf(response.rawPayload))
}

async function textOf(file: Buffer): Promise<string> {
  if (isWorkbook(file)) return [...unpack(file).values()].map(part => part.toString()).join('\n')
  if (file.subarray(0, 4).toString() === '%PDF') return (await pagesOf(file)).flatMap(linesOf).join('\n')
  return file.toString()
}

/** Counts the codes that each call answers. */
export function tally() {
  const codes = new Map<string, Map<number, number>>()
  const count = (name: string, body: string) => {
    const { code } = JSON.parse(body) as { code: number }
    const of = codes.get(name) ?? new Map<number, number>()
    codes.set(name, of.set(code, (of.get(code) ?? 0) + 1))
    return code
  }
  return { codes, count }
}

/** These calls hold no id of a company, and their inputs have a form that samples do not match. */
const formless = ['wAuth', 'planAccess']

/** Expects no refusal because of the sender or a limit, and that each call got as far as a handler's decision at least once. */
export function expectLookedAt(
  codes: ReadonlyMap<string, ReadonlyMap<number, number>>,
  refusals: ReadonlySet<unknown>,
) {
  for (const [name, of] of codes) {
    const early = [...of.keys()].filter(code => code === -41002 || refusals.has(code))
    expect(early, `${name} was refused before anything was looked at`).toEqual([])
    if (!formless.includes(name))
      expect([...of.keys()], `${name} refused the form of every input`).not.toEqual([-41003])
  }
}

/** Expects the API document to declare every code that was answered. */
export function expectDocumented(codes: ReadonlyMap<string, ReadonlyMap<number, number>>) {
  for (const [name, of] of codes) {
    const call = (contract as Record<string, Call>)[name]
    if (!call) continue
    const documented = new Set([
      ...answeredCodes(name, call, false),
      ...(scopeOf(call) ? answeredCodes(name, call, true) : []),
    ])
    expect(
      [...of.keys()].filter(code => !documented.has(code)),
      `${name} answers what its document does not tell`,
    ).toEqual([])
  }
}

/** Caps every counter at one: a limit refuses a request before its ids are checked, which would prove nothing. */
export async function countNothing(system: Database) {
  await system.change`
  create function count_one() returns trigger language plpgsql as
    'begin if tg_table_name = ''limit_counter'' then new.hits := 1; else new.failures := 1; end if; return new; end'`
  for (const table of ['limit_counter', 'login_throttle'])
    await system.change`
    create trigger count_one before insert or update on ${raw(table)} for each row execute function count_one()`
}
