import { idleDays } from '#contract/cost-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { unusedDays } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { withPath } from '#server/modules/access/rights.ts'
import { departmentTree } from '#server/modules/people/departments.ts'
import { type Accounts, accountsOf } from './accounts.ts'
import { dayPrice, lineDayPrice } from './forecast.ts'
import { endingPeople, reportsUse, servedPeople, unusedLines } from './idle.sql.ts'
import { amountBetween, dayNumber } from './spread.ts'

/** The most people that one act covers. */
const maxPeople = 1_000

/** Finds what is paid for and not used: people, hours and lines, each with the amount that it would save. */
export async function idleOf(company: Database, companyId: string, now: number): Promise<OutputOf<'getIdle'>> {
  const accounts = await accountsOf(company, companyId)
  const known = await reportsUse(company, companyId)
  const tree = await departmentTree(company, companyId)
  const people = (await servedPeople(company, companyId)).map(({ state, last_at, ...person }) => {
    const days = unusedDays(person.service_ends_at, now)
    return {
      state,
      last_at,
      person: { ...withPath(person, tree), days, amount: worthOf(accounts, person.employee_id, days) },
    }
  })
  const before = now - idleDays * 86_400_000
  const isIdle = (id: string, last: string | null) =>
    (last === null || Date.parse(last) < before) && hasServedSince(accounts, id, dayNumber(before))
  return {
    known,
    seats: known
      ? people.flatMap(({ state, last_at, person }) =>
          state === 'active' && isIdle(person.employee_id, last_at) ? [{ ...person, last_at }] : [],
        )
      : [],
    hours: people.flatMap(({ state, person }) => (state === 'disabled' ? [person] : [])),
    balance: await spareOf(company, companyId, accounts),
    lines: known
      ? (await unusedLines(company, companyId)).map(({ line_id, ...line }) => {
          const pieces = accounts.linePieces.get(line_id) ?? []
          const ahead = pieces.reduce((sum, piece) => sum + amountBetween(piece, dayNumber(now) + 1, Infinity), 0)
          const amount = line.auto_renew ? Math.round(lineDayPrice(pieces) * idleDays) : Math.max(0, ahead)
          return { svp_id: line_id, ...line, amount }
        })
      : [],
  }
}

/** People who got hours only recently have had no time to use them. */
const hasServedSince = ({ hours }: Accounts, id: string, since: number): boolean =>
  (hours.people.get(id) ?? []).some(({ from, days, until }) => from <= since && (until ?? from + days) > from)

/** Returns the cost of the last days of a person's service. */
function worthOf({ hours }: Accounts, id: string, days: number): number {
  const pieces = hours.people.get(id) ?? []
  const end = Math.max(0, ...pieces.map(({ from, days, until }) => until ?? from + days))
  return pieces.reduce((sum, piece) => sum + amountBetween(piece, end - days, end), 0)
}

/** Days of the balance go to the people whose service ends soon, before more are bought for them. */
async function spareOf(company: Database, companyId: string, accounts: Accounts) {
  const { days } = accounts.hours.balance
  const ending = days ? await endingPeople(company, companyId, Math.min(days, maxPeople)) : []
  const each = ending.length ? Math.min(idleDays, Math.floor(days / ending.length)) : 0
  return { days, ending, each, amount: Math.round(each * ending.length * dayPrice(accounts)) }
}
