import type { OutputOf } from '#contract/index.ts'

export type Idle = OutputOf<'getIdle'>
