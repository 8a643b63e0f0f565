import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import type { Difference, TouchedPerson } from '#server/modules/access/difference.ts'
import { planOf } from '#server/modules/access/plan.ts'
import { type Loss, lastUses } from './passport.sql.ts'

/** The most people that are named, and the most lines of each. */
const named = { people: 50, lines: 3 }

/** Translates a difference into the answer, and names the people who lose lines and have used them recently. */
export async function planWithUses(
  company: Database,
  companyId: string,
  difference: Difference,
): Promise<Omit<OutputOf<'planAccess'>, 'undoable'>> {
  const plan = await planOf(company, companyId, difference)
  return { ...plan, used: await replay(company, companyId, difference) }
}

async function replay(
  company: Database,
  companyId: string,
  { lost, lineNames }: Pick<Difference, 'lost' | 'lineNames'>,
): Promise<OutputOf<'planAccess'>['used']> {
  if (!lost.length) return { people: 0, list: [] }
  const names = new Map(lost.map(({ employee_id, name }) => [employee_id, name]))
  const used: Awaited<ReturnType<typeof lastUses>> = []
  let people = 0
  for (const loss of lossesOf(lost)) {
    const found = await lastUses(company, companyId, loss, named)
    people += found[0]?.people ?? 0
    used.push(...found)
  }
  used.sort((one, other) => (one.last_at < other.last_at ? 1 : -1))
  return {
    people,
    list: used.slice(0, named.people).map(({ employee_id, lines, line_ids, last_at }) => {
      const line_names = line_ids.map(id => lineNames.get(id) ?? '')
      return { employee_id, name: names.get(employee_id) ?? '', lines, line_names, last_at }
    }),
  }
}

/** Colleagues mostly lose the same lines, which are then named once. */
function lossesOf(lost: readonly Pick<TouchedPerson, 'employee_id' | 'lineIds'>[]): Loss[] {
  const lossesByKey = new Map<string, Loss[]>()
  for (const { employee_id, lineIds } of lost) {
    const key = `${lineIds.length} ${lineIds[0]} ${lineIds.at(-1)}`
    const alike = lossesByKey.get(key) ?? []
    const same = alike.find(
      loss => loss.lineIds === lineIds || loss.lineIds.every((id, place) => id === lineIds[place]),
    )
    if (same) same.employeeIds.push(employee_id)
    else lossesByKey.set(key, [...alike, { employeeIds: [employee_id], lineIds }])
  }
  return [...lossesByKey.values()].flat()
}
