import { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { undoKind } from '#server/engines/activity/undo.ts'

const hours: ActivityName[] = ['employee.assigned', 'employee.reclaimed']

/**
 * Takes back assigned days; `before` and `after` are the ends of the person's service. Days that are reserved for a person who has
 * yet to agree are in `reserved`, where `after` is their sum.
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

/** Returns reclaimed days to people; `after` is the end that was left to them, and reservations are in `reserved`. */
export const reclaimUndo = undoKind(
  'employee.reclaimed',
  z.object({
    people: z.array(z.object({ id: z.uuid(), days: z.int(), before: z.iso.datetime(), after: z.iso.datetime() })),
    reserved: z.array(z.object({ id: z.uuid(), days: z.int(), invited_at: z.iso.datetime() })),
  }),
  // A handover that found no hours left none to the person on purpose.
  [...hours, 'employee.handed_over'],
)

/** Restores people's former device limits, while they still have the assigned one. */
export const limitUndo = undoKind(
  'employee.limited',
  z.object({ people: z.array(z.object({ id: z.uuid(), before: z.int(), after: z.int() })) }),
  ['employee.changed'],
)

/** Moves people back from one department, each to the previous one. */
export const moveUndo = undoKind(
  'employee.moved',
  z.object({
    to: z.uuid().nullable(),
    people: z.array(z.object({ id: z.uuid(), from: z.uuid().nullable() })),
  }),
  ['employee.moved'],
)

/** Returns a department, with all below it, to its former place. */
export const departmentUndo = undoKind(
  'department.moved',
  z.object({ dept_id: z.uuid(), from: z.uuid().nullable(), place: z.int(), to: z.uuid().nullable() }),
  ['department.changed'],
)

/** Takes the people off the list whom an import has added, which no later act can do again. */
export const importUndo = undoKind('employee.imported', z.object({ import_id: z.uuid() }), [])

/** Lets a person sign in again, but not once they were handed over: that has ended more than the sign-in, for good. */
export const disablingUndo = undoKind('employee.disabled', z.object({ employee_id: z.uuid() }), [
  'employee.disabled',
  'employee.enabled',
  'employee.handed_over',
])
