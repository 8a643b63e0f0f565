import { z } from 'zod'
import { undoKind } from '#server/engines/activity/undo.ts'

/** An assignmentUndo takes back days that were assigned; `before` and `after` are the ends of the person's service. */
export const assignmentUndo = undoKind(
  'employee.assigned',
  z.object({
    people: z.array(
      z.object({
        id: z.uuid(),
        days: z.int(),
        before: z.iso.datetime().nullable(),
        after: z.iso.datetime(),
      }),
    ),
  }),
)

/** A moveUndo moves people back from one department, each to the one before. */
export const moveUndo = undoKind(
  'employee.moved',
  z.object({
    to: z.uuid().nullable(),
    people: z.array(z.object({ id: z.uuid(), from: z.uuid().nullable() })),
  }),
)

export const disablingUndo = undoKind('employee.disabled', z.object({ employee_id: z.uuid() }))
