import { Refusal } from '#server/core/refusal.ts'
import { requestContext } from '../activity/context.ts'

/**
 * Throws -53022 unless a confirmation carries this out. A request that took none when it was described, and would take one by
 * now, has to be made again.
 */
export function requireConfirmed(): void {
  if (requestContext()?.approval === undefined) throw new Refusal(-53022)
}
