import type { z } from 'zod'
import { type AccessOperation, accessOperations } from '#contract/operations/access-plan.ts'
import type { OperationOutput, OperationParsed } from '#contract/operations/index.ts'
import { operations } from '#contract/operations/index.ts'
import { mayCall } from '#contract/operations/operator-names.ts'
import { handlesOf, within } from '#server/app/http/handles.ts'
import { malformed } from '#server/app/http/malformed.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { shareTransaction } from '#server/database/shared-transaction.ts'
import type { OperationHandlersFor, OperatorContext } from '#server/engines/operator-context.ts'
import { companyOfLine } from '#server/modules/access/scopes.sql.ts'
import { scopeOfLines } from '#server/modules/access/scopes.ts'
import type { Scope } from '#server/modules/access/standing.ts'
import { planWithUses } from '#server/modules/connections/replay.ts'
import { findDispute } from '#server/modules/devices/disputes.sql.ts'
import { operatedActs } from '#server/modules/lines/operating.ts'
import { runAndDiffAccess, runAndRecordAccess } from '../access-acts.ts'

type Handlers = OperationHandlersFor<AccessOperation>
type AnyHandler = (context: OperatorContext, input: unknown) => Promise<unknown>

/** The act's name as shown to the company. */
const names: Record<AccessOperation, string> = {
  suspendOperatedLine: operatedActs.suspend,
  resumeOperatedLine: operatedActs.resume,
  extendLine: '平台延期',
  freezeCompany: '冻结企业',
  unfreezeCompany: '解除冻结',
  closeCompany: '注销企业',
  decideDispute: '设备争议',
}

interface Touched {
  companyId: string
  scope: Scope
}
type TouchedBy<Name extends AccessOperation> = (
  system: Database,
  input: OperationParsed<Name>,
) => Promise<Touched | undefined>

async function lineOf(system: Database, lineId: string): Promise<Touched | undefined> {
  const found = await companyOfLine(system, lineId)
  if (!found) return undefined
  const companyId = found.company_id
  const scope = await asCompany(system, companyId, company => scopeOfLines({ company, companyId }, [lineId]))
  return { companyId, scope }
}
const wholeCompany = (_: Database, { company_id: companyId }: { company_id: string }) =>
  Promise.resolve({ companyId, scope: {} })

/** The people and lines that each operation can affect; undefined where the operation will be refused anyway. */
const touched: { [Name in AccessOperation]: TouchedBy<Name> } = {
  suspendOperatedLine: (system, { line_id }) => lineOf(system, line_id),
  resumeOperatedLine: (system, { line_id }) => lineOf(system, line_id),
  extendLine: (system, { line_id }) => lineOf(system, line_id),
  freezeCompany: wholeCompany,
  unfreezeCompany: wholeCompany,
  closeCompany: wholeCompany,
  async decideDispute(system, { dispute_id }) {
    const dispute = await findDispute(system, dispute_id)
    return (
      dispute && { companyId: dispute.company_id, scope: { employeeIds: [dispute.holder_id, dispute.claimant_id] } }
    )
  },
}
// Keyed by the same names; the lookup cannot preserve the type of an individual operation.
const touchedBy = (name: AccessOperation, system: Database, input: unknown) =>
  (touched[name] as TouchedBy<AccessOperation>)(system, input as never)

/** Wraps the access operations so that they record their effects on people and lines. */
export function recordingOperations<All extends Handlers>(handlers: All): All {
  const recording = (name: AccessOperation): AnyHandler => {
    const handler = handlers[name] as unknown as AnyHandler
    return async (context, input) => {
      const at = await touchedBy(name, context.system, input)
      const work = () => handler(context, input)
      return at ? runAndRecordAccess(context.system, { ...at, act: names[name] }, work) : work()
    }
  }
  // The cast is needed because Object.fromEntries loses the names.
  return { ...handlers, ...Object.fromEntries(accessOperations.map(name => [name, recording(name)])) } as All
}

/** Runs the operation's own handler, rolls it back and returns its effect. */
export async function planOperation(
  handlers: Handlers,
  context: OperatorContext,
  { operation: name, input }: OperationParsed<'planOperation'>,
): Promise<OperationOutput<'planOperation'>> {
  const { access, effect } = operations[name]
  // Without this check a plan would reveal data that the operator may not see.
  if (!mayCall(context.operator.roles, { access, effect })) throw new Refusal(-41017)
  const schema: z.ZodType = operations[name].input
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw malformed(parsed.error)
  const handler = handlers[name] as unknown as AnyHandler
  return runRolledBack(context.services.system, async transaction => {
    const at = orRefuse(await touchedBy(name, transaction, parsed.data), -53021)
    const { companyId } = at
    const inside = within(context, handlesOf(shareTransaction(transaction)))
    const { difference } = await runAndDiffAccess(transaction, at, () => handler(inside, parsed.data))
    const plan = await asCompany(transaction, companyId, company => planWithUses(company, companyId, difference))
    return { company_id: companyId, ...plan, undoable: false }
  })
}
