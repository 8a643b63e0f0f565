import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { erasedName } from '#server/core/erased-name.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { shareTransaction } from '#server/database/shared-transaction.ts'
import { actingAs, loggedAs } from '#server/engines/activity/context.ts'
import type { AccountContext, Prepared } from '#server/engines/context.ts'
import { differenceOf, type TouchedPerson } from '#server/modules/access/difference.ts'
import { standingOf } from '#server/modules/access/read-standing.ts'
import { findInvitation } from '#server/modules/people/employees/invitations.sql.ts'
import { findPlaces } from '#server/modules/people/employees/leaving.ts'
import { runAndDiffAccess, runAndRecordAccess } from '../access-acts.ts'
import { handlesOf, within } from './handles.ts'
import type { Handlers } from './portal-api.ts'

type OwnActs = Pick<Handlers, 'joinCompany' | 'acceptInvitation' | 'leaveCompany' | 'deleteAccount'>

/** The number of lines that an answer names. */
const named = 5

/** Returns a scope of the person alone, empty if the company has no such person, which the act itself refuses. */
async function ownScope(transaction: Database, accountId: string, companyId: string) {
  const place = (await findPlaces(transaction, accountId)).find(({ company_id }) => company_id === companyId)
  return { companyId, name: place?.name ?? '', scope: { employeeIds: place ? [place.employee_id] : [] } }
}

/** Runs an act of a person, whom the company knows by the name on its list, and records its effect on the person and the lines. */
async function asOwnAct<Result>(
  transaction: Database,
  { accountId, companyId, act }: { accountId: string; companyId: string; act: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const { name, ...at } = await ownScope(transaction, accountId, companyId)
  return loggedAs(name, () => runAndRecordAccess(transaction, { ...at, act }, work))
}

/**
 * Wraps the acts of a person (joining by login or by an invitation's link, leaving, and erasing the account), so that they record
 * their effects on the person and the lines.
 */
export const recordingOwnActs = (handlers: OwnActs): OwnActs => ({
  joinCompany(context, input) {
    const own = { accountId: context.account.id, companyId: input.company_id, act: '同意加入' }
    return asOwnAct(context.system, own, () => handlers.joinCompany(context, input))
  },
  acceptInvitation: (context, input) =>
    handlers.acceptInvitation(
      withChange(context, async (transaction, change) => {
        const found = await findInvitation(transaction, hashSecret(input.invitation))
        // The change itself refuses an unknown invitation.
        if (!found) return change()
        const own = { accountId: found.account_id, companyId: found.company_id, act: '同意加入' }
        return asOwnAct(transaction, own, change)
      }),
      input,
    ),
  leaveCompany(context, input) {
    const leave = () => handlers.leaveCompany(context, input)
    if (input.preview) return leave()
    const own = { accountId: context.account.id, companyId: input.company_id, act: '本人退出' }
    return asOwnAct(context.system, own, leave)
  },
  deleteAccount: (context, input) =>
    handlers.deleteAccount(
      withChange(context, async (transaction, change) => {
        const places = await findPlaces(transaction, context.account.id)
        // Each company that lists the person keeps its own record, without the name.
        const erase = places.reduce(
          (work, { company_id: companyId, employee_id }) =>
            () => {
              const about = { companyId, act: '注销账号', namedAs: erasedName }
              return runAndRecordAccess(transaction, { ...about, scope: { employeeIds: [employee_id] } }, work)
            },
          change,
        )
        return actingAs(erasedName, erase)
      }),
      input,
    ),
})

type Change = <Result>(transaction: Database, change: () => Promise<Result>) => Promise<Result>

/** Returns the context of a call that prepares its change, such that `by` makes the change within the same transaction. */
const withChange = <Inner extends { system: Database }, Context extends Prepared<Inner>>(
  context: Context,
  by: Change,
): Context => ({
  ...context,
  once: change => context.once(inner => by(inner.system, () => change(inner))),
})

/** Shows a person the effect of joining or leaving on the lines that they can use. */
export function planMembership(
  handlers: OwnActs,
  context: AccountContext,
  { company_id, act }: ParsedOf<'planMembership'>,
): Promise<OutputOf<'planMembership'>> {
  return runRolledBack(context.services.system, async transaction => {
    const at = await ownScope(transaction, context.account.id, company_id)
    const inside = within(context, handlesOf(shareTransaction(transaction)))
    const difference = act === 'join' ? await joining() : await leaving()
    const linesOf = ([own]: TouchedPerson[]) => ({
      lines: own?.lineIds.length ?? 0,
      line_names: (own?.lineIds ?? []).slice(0, named).map(id => difference.lineNames.get(id) ?? ''),
    })
    return { gained: linesOf(difference.gained), lost: linesOf(difference.lost) }

    async function joining() {
      const join = () => handlers.joinCompany(inside, { company_id, is_join: 1 })
      return (await runAndDiffAccess(transaction, at, join)).difference
    }

    /** The person loses everything. The preview refuses what leaving would refuse, without notifying the managers. */
    async function leaving() {
      await handlers.leaveCompany(inside, { company_id, preview: true })
      const standing = await asCompany(transaction, company_id, company => standingOf(company, company_id, at.scope))
      return differenceOf(standing, { people: new Map(), devices: new Map(), lineNames: new Map() })
    }
  })
}
