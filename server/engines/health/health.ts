import type { HealthResult } from './health-check.ts'

/** The health of the portal, as this process last found it. */
export interface Health {
  /** The host and port of this process. */
  place: string
  /** Returns at once, whatever is slow. */
  results(): readonly HealthResult[]
  /** Looks at everything now and tells what is to be told. */
  look(): Promise<void>
  /** Resolves when no push is under way. */
  idle(): Promise<void>
  end(): void
}
