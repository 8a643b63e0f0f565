import { type AccessCallName, accessCalls } from '#contract/access.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { shareTransaction } from '#server/database/shared-transaction.ts'
import { takenBack } from '#server/database/taken-back.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { followAccess } from '#server/modules/access/follow.ts'
import { planOf } from '#server/modules/access/plan.ts'
import { replay } from '#server/modules/connections/replay.ts'
import { requireDuty } from './access.ts'
import { handlesOf, within } from './handles.ts'
import { malformed } from './malformed.ts'
import type { Handlers } from './portal-api.ts'

/** Returns the effect of an act: its own handler runs and is rolled back. */
export async function planAccess(
  handlers: Handlers,
  context: ManagerContext,
  { call, input }: ParsedOf<'planAccess'>,
): Promise<OutputOf<'planAccess'>> {
  const { membership, services } = context
  const { companyId } = membership
  // An act that somebody may not do is not shown to them, either.
  requireDuty(membership, call)
  const parsed = plannedInputs[call].safeParse(input)
  if (!parsed.success) throw malformed(parsed.error)
  // Keyed by the same names; one call's own types can't be kept through the lookup.
  const handler = handlers[call] as unknown as (context: ManagerContext, input: unknown) => Promise<unknown>
  return takenBack(services.system, async transaction => {
    const planned = { ...within(context, handlesOf(shareTransaction(transaction))), planning: true as const }
    const act = { companyId, name: call, input: parsed.data }
    const { result, difference } = await followAccess(planned.company, act, () => handler(planned, parsed.data))
    const plan = await planOf(planned.company, companyId, difference)
    const used = await replay(planned.company, companyId, difference)
    return { ...plan, used, undoable: isUndoable(call, result) }
  })
}

/** An act that can be undone answers with its activity; undoing itself cannot be undone. */
const isUndoable = (call: AccessCallName, result: unknown): boolean =>
  call !== 'undoActivity' &&
  typeof result === 'object' &&
  result !== null &&
  'activity_id' in result &&
  result.activity_id !== undefined

/** The administrator's code is only sent for the act itself. */
const plannedInputs = {
  ...Object.fromEntries(Object.entries(accessCalls).map(([name, { input }]) => [name, input])),
  deviceAudit: accessCalls.deviceAudit.input.partial({ captcha: true }),
  deviceAuthStatusChange: accessCalls.deviceAuthStatusChange.input.partial({ captcha: true }),
  // The cast is needed because Object.fromEntries forgets the names.
} as unknown as Record<AccessCallName, (typeof accessCalls)[AccessCallName]['input']>
