import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StatementVerdict } from '#contract/operations/sales-names.ts'
import { operationsPaths } from '../paths.ts'
import type { StatementRow } from './statement-row.ts'

/** What is done by hand in the transfer that such a row belongs to. */
const byHand: Partial<Record<StatementVerdict, string>> = {
  again: '去登记又到账',
  uncoded: '去核对并确认到账',
  amount: '去登记金额不符',
  payer: '去核对付款户名',
  repeated: '去核对',
}

/** Its amount is due, but the transfer was recorded before with another one. */
const isRecordedOtherwise = ({ verdict, amount, due }: StatementRow) => verdict === 'amount' && amount === due

/** Returns the link to what is done by hand for a row, in a new tab, because only this tab has the parsed rows. */
export function linkOf(row: StatementRow): ReactNode {
  const { verdict, remark_code } = row
  if (isRecordedOtherwise(row))
    return (
      <Link to={operationsPaths.money} target="_blank">
        登记过不符的金额，见异常款项
      </Link>
    )
  return (
    byHand[verdict] && (
      <Link to={`${operationsPaths.transfers}?state=all&keyword=${remark_code}`} target="_blank">
        {byHand[verdict]}
      </Link>
    )
  )
}
