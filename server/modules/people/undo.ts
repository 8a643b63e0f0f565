import { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { undoKind } from '#server/engines/activity/undo.ts'

const hours: ActivityName[] = ['employee.assigned', 'employee.reclaimed']

/**
 * An assignmentUndo takes back days that were assigned; `before` and `after` are the ends of the person's service. Days
 * that were kept for somebody who has yet to agree stand in `reserved`, where `after` is their sum.
 */
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
    reserved: z
      .array(z.object({ id: z.uuid(), days: z.int(), after: z.int(), invited_at: z.iso.datetime() }))
      .default([]),
  }),
  hours,
)

/** A reclaimUndo gives people back what was taken; `after` is the end that it left them, and what was kept stands in `reserved`. */
export const reclaimUndo = undoKind(
  'employee.reclaimed',
  z.object({
    people: z.array(z.object({ id: z.uuid(), days: z.int(), before: z.iso.datetime(), after: z.iso.datetime() })),
    reserved: z.array(z.object({ id: z.uuid(), days: z.int(), invited_at: z.iso.datetime() })),
  }),
  // A handover that found no hours left none to the person on purpose.
  [...hours, 'employee.handed_over'],
)

/** A limitUndo gives people the limit of devices that they had, while they still have the one that they were given. */
export const limitUndo = undoKind(
  'employee.limited',
  z.object({ people: z.array(z.object({ id: z.uuid(), before: z.int(), after: z.int() })) }),
  ['employee.changed'],
)

/** A moveUndo moves people back from one department, each to the one before. */
export const moveUndo = undoKind(
  'employee.moved',
  z.object({
    to: z.uuid().nullable(),
    people: z.array(z.object({ id: z.uuid(), from: z.uuid().nullable() })),
  }),
  ['employee.moved'],
)

/** A departmentUndo returns a department, with all below it, to where it stood. */
export const departmentUndo = undoKind(
  'department.moved',
  z.object({ dept_id: z.uuid(), from: z.uuid().nullable(), place: z.int(), to: z.uuid().nullable() }),
  ['department.changed'],
)

/** An importUndo takes off the list whom an import has added, which no later act can do again. */
export const importUndo = undoKind('employee.imported', z.object({ import_id: z.uuid() }), [])

/** A disablingUndo lets a person sign in again, but not once they were handed over: that has ended more than the sign-in, for good. */
export const disablingUndo = undoKind('employee.disabled', z.object({ employee_id: z.uuid() }), [
  'employee.disabled',
  'employee.enabled',
  'employee.handed_over',
])
