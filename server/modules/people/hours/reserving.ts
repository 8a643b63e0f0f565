import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { lockEmployees } from '../people.ts'
import { assign, serviceBalance } from './hours.ts'

interface Reservation {
  companyId: string
  employeeIds: string[]
  days: number
}

/** Reserves days for people who have just been invited. Throws -47030 when the balance does not suffice for all. */
export async function reserve(company: Database, { companyId, employeeIds, days }: Reservation): Promise<void> {
  if (!employeeIds.length) return
  const people = await lockEmployees(company, companyId, employeeIds)
  await assign(company, { companyId, people, amount: { days } })
}

/** Reserves days for as many as the balance suffices for, in their order. Returns for how many it did not. */
export async function reserveForSome(company: Database, reservation: Reservation): Promise<number> {
  const { companyId, employeeIds, days } = reservation
  for (let most = employeeIds.length; most > 0; ) {
    try {
      await reserve(company, { ...reservation, employeeIds: employeeIds.slice(0, most) })
      return employeeIds.length - most
    } catch (error) {
      // An assignment changes the balance first, so nothing has changed by then.
      if (!(error instanceof Refusal && error.code === -47030)) throw error
      most = Math.min(most - 1, Math.floor((await serviceBalance(company, companyId)) / days))
    }
  }
  return employeeIds.length
}
