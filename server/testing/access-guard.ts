import { readFile } from 'node:fs/promises'
import { accessCalls } from '#contract/access.ts'
import type { CallName } from '#contract/index.ts'
import { accessOperations } from '#contract/operations/access-plan.ts'
import type { OperationName } from '#contract/operations/index.ts'

/** Calls by which people gain or lose lines without a plan that shows it beforehand, with the reason. */
const withoutPlan: Partial<Record<CallName | OperationName | 'scim', string>> = {
  joinCompany: 'planMembership shows it.',
  leaveCompany: 'planMembership shows it.',
  acceptInvitation: 'Whoever agrees loses nothing.',
  deleteAccount: 'Everything ends with the account.',
  scim: 'The directory says it, whose own plan was accepted before (app/http/scim.ts).',
  fetchDirectory: 'What the directory does is planned when it is started.',
  startDirectory: 'Its own plan tells what it does.',
  runDirectory: 'What the directory does is planned when it is started.',
  reportDevice: 'A device whose key was replaced waits for its audit like a new one.',
  orderOpera: 'Paying a renewal gives back a line that had ended; planRefund shows what a refund takes.',
  createOrder: 'A renewal that costs nothing gives back a line that had ended.',
  getPayment: 'The renewal was paid.',
  payOrdersTogether: 'The renewals were paid.',
  requestTransfer: 'The renewal was paid.',
  recordTransferParts: 'The renewal was paid.',
  rejectRefund: 'What was asked back can be used again.',
  withdrawRefund: 'What was asked back can be used again.',
  decideApproval: 'What it confirms was planned when it was requested.',
}

export const knownCalls = [...Object.keys(accessCalls), ...accessOperations, ...Object.keys(withoutPlan)]

/** Returns the statements that make a database refuse unrecorded changes of who may use which line. */
export async function accessGuard(): Promise<string> {
  const guard = await readFile(new URL('access-guard.sql', import.meta.url), 'utf8')
  return `${guard}
    create function access_guard.known_calls() returns text[] language sql immutable as
    $$ select array[${knownCalls.map(name => `'${name}'`).join()}] $$;`
}

/** Removes the guard from a copy of the tests' database, for a test that compares its triggers with a portal's. */
export const withoutAccessGuard = 'drop schema access_guard cascade'
