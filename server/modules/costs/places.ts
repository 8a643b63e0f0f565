import { dayNumber } from './spread.ts'

/** Returns the department of a person on a day. */
export type PlaceOn = (employeeId: string, day: number) => string | null

/**
 * Of several departments on one day the last counts; before the first record, and for people who were never active, the present
 * one.
 */
export function placesBy(
  spans: readonly { employee_id: string; dept_id: string | null; since: string }[],
  people: readonly { employee_id: string; dept_id: string | null }[],
): PlaceOn {
  const placesByPerson = new Map<string, { from: number; departmentId: string | null }[]>()
  for (const { employee_id, dept_id, since } of spans) {
    const all = placesByPerson.get(employee_id)
    const place = { from: dayNumber(since), departmentId: dept_id }
    if (all) all.push(place)
    else placesByPerson.set(employee_id, [place])
  }
  const now = new Map(people.map(({ employee_id, dept_id }) => [employee_id, dept_id]))
  return (employeeId, day) => {
    const all = placesByPerson.get(employeeId)
    const found = all?.findLast(({ from }) => from <= day) ?? all?.[0]
    return found ? found.departmentId : (now.get(employeeId) ?? null)
  }
}
