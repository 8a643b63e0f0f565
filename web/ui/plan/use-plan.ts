import type { AccessCallName } from '#contract/access.ts'
import type { InputOf, OutputOf } from '#contract/index.ts'
import { usePreview } from '#web/data/use-preview.ts'
import type { RequestState } from '#web/data/use-request.ts'

export type AccessPlan = OutputOf<'planAccess'>

/** The state of a plan while its input is being chosen. */
export interface PlanState extends RequestState {
  data?: AccessPlan | undefined
}

/** The administrator's code is only sent for the act itself. */
export type Planned<Name extends AccessCallName> = Omit<InputOf<Name>, 'captcha'>

/** Requests the effect of a call on who may use which line; an undefined input sends nothing. */
export const usePlan = <Name extends AccessCallName>(
  call: Name,
  input: Planned<Name> | undefined,
  delay?: number,
): PlanState => usePreview('planAccess', input && { call, input: { ...input } }, delay)

/** Reports whether no person gains or loses anything. */
export const isEmptyPlan = ({ connects, disconnects, ...plan }: AccessPlan): boolean =>
  [plan.gained, plan.unserved, plan.idle, plan.lost, plan.retimed, plan.joining].every(({ people }) => !people) &&
  !connects.devices &&
  !disconnects.devices
