import type { ReactNode } from 'react'
import type { CallName } from '#contract/index.ts'
import { type Subject, useMay } from '#web/data/may.ts'

/** What leads to a call, for those to whom the call is open; the others can't see what they may not do. */
export const May = ({ call, about, children }: { call: CallName; about?: Subject; children: ReactNode }) =>
  useMay()(call, about) ? children : null
