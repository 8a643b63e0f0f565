import type { z } from 'zod'
import { accessPlans } from './access-plan.ts'
import { approvalEvidence } from './approval-evidence.ts'
import { approvalPolicies } from './approval-policy.ts'
import { balances } from './balances.ts'
import { catalogue } from './catalogue.ts'
import { channels } from './channels.ts'
import { companies } from './companies.ts'
import { companyNotes } from './company-notes.ts'
import { content } from './content.ts'
import { contracts } from './contracts.ts'
import { coupons } from './coupons.ts'
import { dashboard } from './dashboard.ts'
import { devices } from './devices.ts'
import { figureOperations } from './figures.ts'
import { health } from './health.ts'
import { installers } from './installers.ts'
import { network } from './network.ts'
import { officeViews } from './office-views.ts'
import { operatorLogins } from './operator-logins.ts'
import { operators } from './operators.ts'
import { operatorPasskeys } from './passkeys.ts'
import { proposals } from './proposals.ts'
import { refundPlans } from './refund-plan.ts'
import { reviews } from './reviews.ts'
import { sales } from './sales.ts'
import { tickets } from './tickets.ts'
import { trials } from './trials.ts'

/**
 * Every call of the back office, by name. Its routes, its client and its rows of the access matrix are made from this.
 */
export const operations = {
  ...dashboard,
  ...figureOperations,
  ...accessPlans,
  ...refundPlans,
  ...reviews,
  ...sales,
  ...proposals,
  ...contracts,
  ...balances,
  ...companies,
  ...companyNotes,
  ...tickets,
  ...trials,
  ...devices,
  ...catalogue,
  ...coupons,
  ...channels,
  ...network,
  ...installers,
  ...content,
  ...operators,
  ...operatorLogins,
  ...operatorPasskeys,
  ...approvalPolicies,
  ...approvalEvidence,
  ...health,
  ...officeViews,
}

export type Operations = typeof operations
export type OperationName = keyof Operations
/** The input that a caller sends. */
export type OperationInput<Name extends OperationName> = z.input<Operations[Name]['input']>
/** The input that a handler receives, after parsing. */
export type OperationParsed<Name extends OperationName> = z.output<Operations[Name]['input']>
/** The output that a handler returns and a caller gets as `data`. */
export type OperationOutput<Name extends OperationName> = z.output<Operations[Name]['output']>
