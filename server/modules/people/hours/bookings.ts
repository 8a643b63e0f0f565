import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Undo } from '#server/engines/activity/activity.ts'
import type { Person } from '../people.sql.ts'
import { recordLog } from '../people.ts'
import { balanceOf, changeBalance, insertEntries } from './hours.sql.ts'

type Named = Pick<Person, 'employee_id' | 'name'>

export const booking = ({ employee_id, name }: Named, days: number) => ({ days, employee_id, employee_name: name })

/** Takes days from the balance and returns what is left. Throws -47030 with the number of missing days. */
export async function takeDays(company: Database, companyId: string, days: number): Promise<number> {
  const balance = await changeBalance(company, companyId, -days)
  if (balance === undefined) throw new Refusal(-47030, days - (await balanceOf(company, companyId)))
  return balance
}

/** Books days taken from people back into the balance, guarded by the taking statement. Returns the entry for the undo. */
export async function giveBack(
  company: Database,
  { companyId, note, undo }: { companyId: string; note: string; undo?: Undo | undefined },
  returned: { person: Named; days: number }[],
): Promise<string | undefined> {
  const days = returned.reduce((sum, { days }) => sum + days, 0)
  if (!days) return undefined
  const balance = await changeBalance(company, companyId, days)
  if (balance === undefined) throw new Error('a balance can only rise when days come back')
  await insertEntries(
    company,
    companyId,
    { kind: 'reclaim', balance_after: balance, note },
    returned.map(({ person, days }) => booking(person, days)),
  )
  return recordLog(
    company,
    companyId,
    returned.map(({ person: { employee_id, name }, days }) => ({
      employee_id,
      name,
      action: 'reclaimed' as const,
      detail: `${days} 天${note && `（${note}）`}`,
    })),
    undo,
  )
}
