import type { AccessCallName } from '#contract/access.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { shareTransaction } from '#server/database/shared-transaction.ts'
import type { ManagerContext } from '#server/engines/context.ts'
import { followAccess } from '#server/modules/access/follow.ts'
import { planWithUses } from '#server/modules/connections/replay.ts'
import { isAdmitted, requireDuty } from './access.ts'
import { plannedInput } from './act.ts'
import { handlesOf, within } from './handles.ts'
import type { Handlers } from './portal-api.ts'

/** Runs the act's own handler, rolls it back and returns its effect. */
export async function planAccess(
  handlers: Handlers,
  context: ManagerContext,
  { call, input }: ParsedOf<'planAccess'>,
): Promise<OutputOf<'planAccess'>> {
  const { membership, services } = context
  const { companyId } = membership
  // A caller who may not perform an act may not see its plan, either.
  requireDuty(membership, call)
  const parsed = plannedInput({ call, input })
  // Keyed by the same names; the lookup cannot preserve the type of an individual call.
  const handler = handlers[call] as unknown as (context: ManagerContext, input: unknown) => Promise<unknown>
  return runRolledBack(services.system, async transaction => {
    const planned = { ...within(context, handlesOf(shareTransaction(transaction))), planning: true as const }
    const act = { companyId, name: call, input: parsed }
    const { result, difference } = await followAccess(planned.company, act, () => handler(planned, parsed))
    const plan = await planWithUses(planned.company, companyId, difference)
    return { ...plan, undoable: isUndoable(call, result) && mayUndo(context) }
  })
}

/** A token cannot undo anything: the call declares no scope. */
const mayUndo = ({ membership, token }: ManagerContext): boolean => !token && isAdmitted(membership, 'undoActivity')

/** An act that can be undone answers with its activity; an undo cannot itself be undone. */
const isUndoable = (call: AccessCallName, result: unknown): boolean =>
  call !== 'undoActivity' &&
  typeof result === 'object' &&
  result !== null &&
  'activity_id' in result &&
  result.activity_id !== undefined
