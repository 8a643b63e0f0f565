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
  const uses = Map.groupBy(
    await lastUses(
      company,
      companyId,
      lost.map(({ employee_id }) => employee_id),
    ),
    ({ employee_id }) => employee_id,
  )
  const touched = lost.flatMap(({ employee_id, name, lineIds }) => {
    const own = new Set(lineIds)
    const used = (uses.get(employee_id) ?? []).filter(({ line_id }) => own.has(line_id))
    // Instants in UTC sort as texts.
    const last_at = used
      .map(use => use.last_at)
      .sort()
      .at(-1)
    if (last_at === undefined) return []
    const line_names = used.slice(0, namedLines).map(({ line_id }) => lineNames.get(line_id) ?? '')
    return [{ employee_id, name, lines: used.length, line_names, last_at }]
  })
  touched.sort((one, other) => (one.last_at < other.last_at ? 1 : -1))
  return { people: touched.length, list: touched.slice(0, named) }
}
