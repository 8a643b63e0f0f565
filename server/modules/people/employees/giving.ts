import type { Database } from '#server/database/database.ts'
import { peopleGranted, type RowOverrides } from '../events.ts'
import { reserve } from '../hours/reserving.ts'
import type { Draft } from './adding.sql.ts'
import type { Added } from './adding.ts'

/** Reports whether a row assigns more than a place on the list. The device limit is a column of the person's. */
export const hasAssets = ({ days, group_ids }: Draft): boolean => !!days || !!group_ids?.length

const idsWhere = (added: Added[], says: (draft: Draft) => unknown): string[] =>
  added.flatMap(({ draft, employee_id }) => (employee_id && says(draft) ? [employee_id] : []))

/** Returns the people whose own rows already assign each kind of asset. */
export const ownWordOf = (added: Added[]): RowOverrides => ({
  department: idsWhere(added, ({ dept_id }) => dept_id),
  days: idsWhere(added, ({ days }) => days),
  deviceLimit: idsWhere(added, ({ device_limit }) => device_limit !== undefined),
})

interface Giving {
  companyId: string
  added: Added[]
}

/**
 * Assigns to people who were just added the days and groups of their own rows, in the transaction of the caller. Throws -47030 when
 * the balance does not suffice for all, and -52010 for a group that is gone.
 */
export async function assignRowAssets(company: Database, { companyId, added }: Giving): Promise<void> {
  // Groups are locked before the balance, as where a template is applied, and in one order: concurrent assignments wait for each
  // other but never deadlock.
  const groupIds = [...new Set(added.flatMap(({ draft }) => draft.group_ids ?? []))].sort()
  for (const groupId of groupIds) {
    const employeeIds = idsWhere(added, ({ group_ids }) => group_ids?.includes(groupId))
    if (employeeIds.length) await peopleGranted.publish(company, { companyId, employeeIds, groupId })
  }
  const amounts = new Set(added.flatMap(({ draft }) => draft.days ?? []))
  for (const days of amounts) {
    const employeeIds = idsWhere(added, draft => draft.days === days)
    await reserve(company, { companyId, employeeIds, days })
  }
}
