import './reviews.css'
import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled } from '@ant-design/icons'
import type { OperationOutput } from '#contract/operations/index.ts'

type Check = OperationOutput<'getVerificationForReview'>['checks'][number]

const marks = {
  good: { icon: <CheckCircleFilled />, word: '通过' },
  warn: { icon: <ExclamationCircleFilled />, word: '请留意' },
  bad: { icon: <CloseCircleFilled />, word: '不通过' },
} as const

/** The results of the checks for the deciding operator, the negative ones first. */
export const Checks = ({ list }: { list: readonly Check[] }) => (
  <ul className="checks" aria-label="核对结果">
    {list.map(({ verdict, text }) => (
      <li key={text} data-verdict={verdict}>
        <span role="img" aria-label={marks[verdict].word}>
          {marks[verdict].icon}
        </span>
        {text}
      </li>
    ))}
  </ul>
)
