import { type AccessCallName, accessCalls } from '#contract/access.ts'
import { activityNames } from '#contract/activity-names.ts'
import { isEmpty } from '#server/modules/access/difference.ts'
import { followAccess } from '#server/modules/access/follow.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordAccess } from '#server/modules/lines/access-log.ts'
import type { AnyContext } from './handles.ts'

interface Act {
  name: string
  input: unknown
}

/** Does an act that declares `changesAccess`, and writes its effect to the records of the people and the lines. */
export async function recordingAccessOfCall<Result>(
  { company, membership }: Pick<AnyContext, 'company' | 'membership'>,
  { name, input }: Act,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!company || !membership) throw new Error(`${name} changes access, but its access level has no company`)
  // Only calls of `accessCalls` declare it, which a test of the contract ensures.
  const call = name as AccessCallName
  const { companyId } = membership
  await lockAccess(company, companyId)
  const { result, difference } = await followAccess(company, { companyId, name: call, input }, work)
  if (!isEmpty(difference))
    await recordAccess(company, { companyId, act: activityNames[accessCalls[call].activity] }, difference)
  return result
}
