import type { OutputOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import type { Difference } from '#server/modules/access/difference.ts'
import { lastUses } from './passport.sql.ts'

const named = 50
const namedLines = 3

/** Tells who of those that lose lines has really used them of late. */
export async function replay(
  company: Database,
  companyId: string,
  { lost, lineNames }: Pick<Difference, 'lost' | 'lineNames'>,
): Promise<OutputOf<'planAccess'>['used']> {
  if (!lost.length) return { people: 0, list: [] }
  const ids = lost.map(({ employee_id }) => employee_id)
  const uses = await lastUses(company, companyId, ids)
  const touched = lost.flatMap(({ employee_id, name, lineIds }) => {
    const own = new Set(lineIds)
    // A line is named once, though it was used for several shops or had several addresses.
    const last = new Map<string, number>()
    for (const { lineId, at } of uses.get(employee_id) ?? [])
      if (own.has(lineId)) last.set(lineId, Math.max(at, last.get(lineId) ?? 0))
    if (!last.size) return []
    const line_names = [...last.keys()].slice(0, namedLines).map(id => lineNames.get(id) ?? '')
    const last_at = new Date(Math.max(...last.values())).toISOString()
    return [{ employee_id, name, lines: last.size, line_names, last_at }]
  })
  touched.sort((one, other) => (one.last_at < other.last_at ? 1 : -1))
  return { people: touched.length, list: touched.slice(0, named) }
}
