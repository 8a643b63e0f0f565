import { z } from 'zod'
import { undoKind } from '#server/engines/activity/undo.ts'

const times = z.object({ until: z.string().nullable(), hours: z.string().nullable() })

const content = z.object({
  lineIds: z.array(z.uuid()),
  departmentIds: z.array(z.uuid()),
  employeeIds: z.array(z.uuid()),
  /** The times of grants to departments and employees; grants without an entry hold always. */
  times: z.record(z.uuid(), times).default({}),
})
/** The lines of a group, and those who may use them. */
export type Content = z.output<typeof content>

/** Restores what a group held before, while it still holds what it was given. */
export const groupUndo = undoKind('group.changed', z.object({ group_id: z.uuid(), before: content, after: content }), [
  'group.changed',
])

/** Restores the address that a line had, or none, while it still has the one that it was given and nobody has connected to that. */
export const bindingUndo = undoKind(
  'line.bound',
  z.object({
    line_id: z.uuid(),
    before: z.uuid().nullable(),
    after: z.uuid(),
    /** The number of changes in the month. */
    rebinds: z.int(),
    rebind_month: z.string().nullable(),
    /** Since when the line had `before`. Without it, the undo of the previous act would overlook use of that address. */
    bound_at: z.iso.datetime().nullish(),
  }),
  ['line.bound', 'line.rebound', 'line.unbound', 'line.moved'],
)

/** Restores a group, with all that it held and in the templates that had it. */
export const groupDeletionUndo = undoKind(
  'group.deleted',
  z.object({
    group_id: z.uuid(),
    name: z.string(),
    remark: z.string(),
    content,
    template_ids: z.array(z.uuid()).default([]),
  }),
  // A group is deleted once: a restored one is deleted by another act.
  [],
)
