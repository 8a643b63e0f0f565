import { describeTimes } from '#contract/access-times.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { Difference, TouchedPerson } from '#server/modules/access/difference.ts'
import { timesIn } from '#server/modules/access/granted.ts'
import { insertLog } from '#server/modules/people/people.sql.ts'
import { insertLineLog } from './delivery.sql.ts'

/** An act that touches more people names them in the lines' records only: their own would be as many as the company has. */
const peopleRecorded = 2_000
const namesRecorded = 5

interface Act {
  companyId: string
  actorName: string
  /** What was done, in the words of the company's activity. */
  act: string
}

/** Writes who gained and who lost the right to which line to the records of both, in the transaction of the act. */
export async function recordAccess(
  company: Database,
  { companyId, actorName, act }: Act,
  difference: Difference,
): Promise<void> {
  const people = peopleEntries(difference, act)
  const lines = lineEntries(difference, act)
  if (people.length) await insertLog(company, companyId, actorName, people)
  if (lines.length)
    await insertLineLog(
      company,
      companyId,
      lines.map(({ name: _, ...entry }) => ({ ...entry, action: 'access' as const, actor_name: actorName })),
    )
  await recordActivity(
    company,
    companyId,
    [
      ...people.map(({ employee_id, name, detail }) => ({
        action: 'employee.access' as const,
        id: employee_id,
        name,
        detail,
      })),
      ...lines.map(({ line_id, name, detail }) => ({ action: 'line.access' as const, id: line_id, name, detail })),
    ],
    { actorName },
  )
}

function peopleEntries({ gained, lost, retimed, lineNames }: Difference, act: string) {
  const touched = new Map<string, { name: string; parts: string[] }>()
  const note = (word: string, people: TouchedPerson[]) => {
    for (const { employee_id, name, lineIds, times } of people) {
      const entry = touched.get(employee_id) ?? { name, parts: [] }
      touched.set(employee_id, entry)
      entry.parts.push(
        `${word} ${lineIds.length} 条专线：${listed(lineIds.map(id => lineNames.get(id) ?? ''))}${whenOf(times)}`,
      )
    }
  }
  note('获得', gained)
  note('失去', lost)
  note('改变时段：', retimed)
  if (touched.size > peopleRecorded) return []
  return [...touched].map(([employee_id, { name, parts }]) => ({
    employee_id,
    name,
    action: 'access' as const,
    detail: `${parts.join('；')}（${act}）`,
  }))
}

function lineEntries({ gained, lost, retimed, lineNames }: Difference, act: string) {
  const touched = new Map<string, string[]>()
  const note = (word: string, people: TouchedPerson[]) => {
    const namesOf = new Map<string, string[]>()
    for (const { name, lineIds } of people)
      for (const id of lineIds) {
        const names = namesOf.get(id)
        if (names) names.push(name)
        else namesOf.set(id, [name])
      }
    for (const [id, names] of namesOf)
      touched.set(id, [...(touched.get(id) ?? []), `${names.length} 人${word}：${listed(names)}`])
  }
  note('获得', gained)
  note('失去', lost)
  note('改变时段', retimed)
  return [...touched].map(([line_id, parts]) => ({
    line_id,
    name: lineNames.get(line_id) ?? '',
    detail: `${parts.join('；')}（${act}）`,
  }))
}

/** Times that limit the first of a person's lines stand beside all of them. */
const whenOf = (times: string): string => (times ? `（${timesIn(times).map(describeTimes).join('；')}）` : '')

const listed = (names: string[]): string =>
  names.length > namesRecorded ? `${names.slice(0, namesRecorded).join('、')} 等 ${names.length} 项` : names.join('、')
