import { Refusal } from '#server/core/refusal.ts'
import { executionContext } from '../activity/context.ts'

/**
 * Throws -53022 unless called while a confirmation is carried out. A request that needed no confirmation when described, but would
 * now, must be made again.
 */
export function requireConfirmed(): void {
  if (executionContext()?.approval === undefined) throw new Refusal(-53022)
}
