import type { ReactNode } from 'react'
import type { CallName } from '#contract/index.ts'
import { useMay } from '#web/data/may.ts'

/** What leads to a call, for those to whom the call is open; the others can't see what they may not do. */
export const May = ({ call, children }: { call: CallName; children: ReactNode }) => (useMay()(call) ? children : null)
