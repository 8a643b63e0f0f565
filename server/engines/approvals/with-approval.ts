import type { z } from 'zod'
import { waitingApproval } from '#contract/operations/sales-orders.ts'
import { leftJoined } from '#server/database/select-list.ts'

/** The columns of a left join with the request waiting for the second operator. */
export const approvalColumns = leftJoined(waitingApproval.unwrap()).shape
type ApprovalColumns = { [Name in keyof typeof approvalColumns]: z.output<(typeof approvalColumns)[Name]> }

/** Replaces these columns by the request as shown in a list. */
export const withApproval = <Row extends ApprovalColumns>({ requested_by, requested_at, ...row }: Row) => ({
  ...row,
  approval: requested_by && requested_at ? { requested_by, requested_at } : null,
})
