import type { OutputOf } from '#contract/index.ts'

export type Group = OutputOf<'getVplGroupDetail'>

/** `edit` without a group creates one. */
export type GroupQuestion = { kind: 'edit'; group?: Group } | { kind: 'delete' | 'lines' | 'members'; group: Group }

export interface GroupDialogProps {
  group: Group
  open: boolean
  close: () => void
  done: (groupId: string) => void
}
