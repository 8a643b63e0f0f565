import type { ReactNode } from 'react'
import type { CallName } from '#contract/index.ts'
import { type Subject, useMay } from '#web/data/may.ts'

/** Shows its children only to users who may make the call; others do not see what they may not do. */
export const May = ({ call, about, children }: { call: CallName; about?: Subject; children: ReactNode }) =>
  useMay()(call, about) ? children : null
