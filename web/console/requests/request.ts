import type { OutputOf } from '#contract/index.ts'

/** A request as the managers see it. */
export type Request = OutputOf<'getRequestList'>['list'][number]
