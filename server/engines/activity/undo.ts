import sql from 'sql-template-tag'
import { z } from 'zod'
import { getCompanyActivity } from '#contract/activity.ts'
import { type ActivityName, activityNames } from '#contract/activity-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { ManagerContext, Membership } from '#server/engines/context.ts'
import { recordActivity, type Undo } from './activity.ts'

/** The act to undo, and the account that undoes it. */
interface Undoing<Payload> {
  membership: Membership
  payload: Payload
  /** The same transaction with access to records that belong to no company, such as the stock of addresses. */
  system: Database
  /** Throws -41022 unless the session was proved recently: access must not be restored from an unattended session. */
  requireProof: () => void
  /**
   * Returns the subjects among these that a later act has changed in the same way. Call it once the rows are locked: the change of
   * a concurrent act is not visible before.
   */
  changedSince: (subjectIds: string[]) => Promise<ReadonlySet<string>>
}

/**
 * Undoes an act within the company's transaction, with guarded statements and its own entries. Refuses with -54004 and the reason
 * if things have changed since.
 */
type Reversal<Payload> = (transaction: Database, undoing: Undoing<Payload>) => Promise<void>

/** A kind of act that can be undone. Its module declares and offers it; the app layer registers the code that carries it out. */
export interface UndoKind<Payload> {
  offer(payload: Payload): Undo
  carryOut(reversal: Reversal<Payload>): void
}

/** Rethrows a subscriber's refusal of a change as the reason why the act cannot be undone. */
export function refuseUndo(error: unknown): never {
  throw error instanceof Refusal ? new Refusal(-54004, error.message) : error
}

/** Undoes several acts as one, each by its own first entry, the last act first. */
const partsUndo = 'parts'
const parts = z.object({ activity_ids: z.array(z.uuid()) })

/** Combines several undoable acts: those not undone yet are undone together or not at all. Undefined if none can be undone. */
export const undoTogether = (activityIds: (string | undefined)[]): Undo | undefined => {
  const ids = activityIds.filter(activityId => activityId !== undefined)
  return ids.length ? { kind: partsUndo, payload: { activity_ids: ids } satisfies z.output<typeof parts> } : undefined
}

const reversals = new Map<string, { reverse: Reversal<unknown>; changedBy: readonly ActivityName[] }>()

/**
 * The kind and the payload are stored, so neither may change while an earlier act can still be undone. `changedBy` lists the
 * actions that change the same things; it is empty if the act happens to its subject only once.
 */
export const undoKind = <Payload>(
  kind: string,
  schema: z.ZodType<Payload>,
  changedBy: readonly ActivityName[],
): UndoKind<Payload> => ({
  offer: payload => ({ kind, payload }),
  carryOut(reversal) {
    if (reversals.has(kind)) throw new Error(`the undoing of ${kind} is carried out twice`)
    const reverse: Reversal<unknown> = (transaction, undoing) =>
      reversal(transaction, { ...undoing, payload: schema.parse(undoing.payload) })
    reversals.set(kind, { reverse, changedBy })
  },
})

/** An SQL condition that holds if the act of `entry` can currently be undone. */
export const undoable = sql`(first.undo is not null and first.undone_at is null and first.undo_until > now())`

const undoneAct = getCompanyActivity.output.shape.list.element
  .pick({ activity_id: true, action: true, subject_name: true })
  .extend({ undo: z.object({ kind: z.string(), payload: z.unknown() }) })

/**
 * Undoes the act that an entry belongs to, once: of several concurrent attempts, one succeeds. Throws -54001 for an unknown entry,
 * -54002 if it was undone, -54003 if it cannot be undone (any more), -54004 if things have changed since.
 */
export function undoActivity(
  company: Database,
  {
    membership,
    account,
    session,
    system,
    planning,
  }: Pick<ManagerContext, 'membership' | 'account' | 'session' | 'system' | 'planning'>,
  entryId: string,
): Promise<string> {
  const { companyId } = membership
  return company.transaction(async transaction => {
    const requireProof = () => {
      if (!planning && !session.proved) throw new Refusal(-41022)
    }
    const undone = await undoOne(entryId)
    async function undoOne(id: string): Promise<z.output<typeof undoneAct>> {
      const undone = await transaction.row(undoneAct)`
        update activity as first set undone_at = now(), undone_by = ${account.id}
        where company_id = ${companyId} and ${undoable} and id = (
          select coalesce(part_of, id) from activity where company_id = ${companyId} and id = ${id})
        returning id as activity_id, action, subject_name, undo`
      if (!undone) throw await whyNot(transaction, companyId, id)
      const { kind, payload } = undone.undo
      if (kind === partsUndo) {
        let standing = 0
        for (const part of parts.parse(payload).activity_ids.toReversed()) if (await undoPart(part)) standing += 1
        if (!standing) throw new Refusal(-54002)
        return undone
      }
      const reversal = reversals.get(kind)
      if (!reversal) throw new Error(`nobody carries out the undoing of ${kind}`)
      const { reverse, changedBy } = reversal
      let compared = !changedBy.length
      await reverse(transaction, {
        membership,
        payload,
        system,
        requireProof,
        changedSince(subjectIds) {
          compared = true
          return changedAfter(transaction, { companyId, activityId: undone.activity_id, subjectIds, changedBy })
        },
      })
      if (!compared) throw new Error(`the undoing of ${kind} does not look for later acts`)
      return undone
    }
    /** Skips a part that was undone separately. */
    async function undoPart(id: string): Promise<boolean> {
      try {
        await undoOne(id)
        return true
      } catch (error) {
        if (error instanceof Refusal && error.code === -54002) return false
        throw error
      }
    }
    await recordActivity(transaction, companyId, [
      {
        action: 'activity.undone',
        id: undone.activity_id,
        name: undone.subject_name,
        detail: activityNames[undone.action],
      },
    ])
    return undone.activity_id
  })
}

const changedSubject = z.object({ subject_id: z.uuid() })

/**
 * Comparing values would not show whether the act still stands: they may have changed and changed back. Undone acts and the entries
 * of undoing them do not count as changes, so that acts can be undone one after the other, the last one first.
 */
async function changedAfter(
  transaction: Database,
  {
    companyId,
    activityId,
    subjectIds,
    changedBy,
  }: { companyId: string; activityId: string; subjectIds: string[]; changedBy: readonly ActivityName[] },
): Promise<ReadonlySet<string>> {
  const rows = await transaction.rows(changedSubject)`
    select distinct entry.subject_id
    from activity entry
    join activity first on first.company_id = ${companyId} and first.id = coalesce(entry.part_of, entry.id)
    where entry.company_id = ${companyId} and entry.subject_id = any(${subjectIds}::uuid[])
      and entry.id > ${activityId} and first.id <> ${activityId} and entry.action = any(${changedBy}::text[])
      and first.undone_at is null and entry.call is distinct from 'undoActivity'`
  return new Set(rows.map(({ subject_id }) => subject_id))
}

const standing = z.object({ undone: z.boolean() })

async function whyNot(transaction: Database, companyId: string, entryId: string): Promise<Refusal> {
  const found = await transaction.row(standing)`
    select first.undone_at is not null as undone
    from activity entry join activity first
      on first.company_id = ${companyId} and first.id = coalesce(entry.part_of, entry.id)
    where entry.company_id = ${companyId} and entry.id = ${entryId}`
  if (!found) return new Refusal(-54001)
  return new Refusal(found.undone ? -54002 : -54003)
}
