import { z } from 'zod'
import { undoKind } from '#server/engines/activity/undo.ts'

const times = z.object({ until: z.string().nullable(), hours: z.string().nullable() })

const content = z.object({
  lineIds: z.array(z.uuid()),
  departmentIds: z.array(z.uuid()),
  employeeIds: z.array(z.uuid()),
  /** When the grants to some of the departments and employees hold; the others hold always. */
  times: z.record(z.uuid(), times).default({}),
})
/** A group holds lines, and those who may use them. */
export type Content = z.output<typeof content>

/** A groupUndo gives a group what it held before, while it still holds what it was given. */
export const groupUndo = undoKind('group.changed', z.object({ group_id: z.uuid(), before: content, after: content }), [
  'group.changed',
])

/**
 * A bindingUndo gives a line the address that it had, or none, while it still has the one that it was given and nobody has
 * connected to that.
 */
export const bindingUndo = undoKind(
  'line.bound',
  z.object({
    line_id: z.uuid(),
    before: z.uuid().nullable(),
    after: z.uuid(),
    /** The number of changes in the month. */
    rebinds: z.int(),
    rebind_month: z.string().nullable(),
    /** Since when the line had `before`. Without it, whoever used that address would be overlooked by the undo of the act before. */
    bound_at: z.iso.datetime().nullish(),
  }),
  ['line.bound', 'line.rebound', 'line.unbound', 'line.moved'],
)

/** A groupDeletionUndo makes the group again, with all that it held and in the templates that had it. */
export const groupDeletionUndo = undoKind(
  'group.deleted',
  z.object({
    group_id: z.uuid(),
    name: z.string(),
    remark: z.string(),
    content,
    template_ids: z.array(z.uuid()).default([]),
  }),
  // A group is deleted once: the one that is made again is deleted by an act of its own.
  [],
)
