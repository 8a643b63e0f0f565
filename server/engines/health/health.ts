import type { HealthResult } from './health-check.ts'

/** The health of the portal, as last observed by this process. */
export interface Health {
  /** The host and port of this process. */
  place: string
  /** Returns immediately, even if a check is slow. */
  results(): readonly HealthResult[]
  /** Runs all checks now and sends the resulting alerts. */
  look(): Promise<void>
  /** Resolves when no push is in progress. */
  idle(): Promise<void>
  end(): void
}
