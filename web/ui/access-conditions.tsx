import './access-conditions.css'
import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { type AccessCondition, accessConditions, type Mender, menders } from '#contract/access-names.ts'
import type { OutputOf } from '#contract/index.ts'

type Explained = Pick<OutputOf<'explainAccess'>, 'allowed' | 'conditions' | 'first'>
type Condition = Explained['conditions'][number]

const looks = {
  met: { icon: <CheckCircleFilled />, word: '满足' },
  failed: { icon: <CloseCircleFilled />, word: '不满足' },
  open: { icon: <MinusCircleOutlined />, word: '未指定' },
} as const

interface AccessConditionsProps {
  explained: Explained
  /** Names the one who can resolve a condition, as the page addresses them. */
  menderName?: (by: Mender) => string
  /** Links to the place where a condition is resolved, for those who may. */
  linkOf?: (condition: AccessCondition, by: Mender) => ReactNode
}

/** Shows every condition of using a line in its order, and first the one that is in the way. */
export function AccessConditions({ explained, menderName = by => menders[by], linkOf }: AccessConditionsProps) {
  const { conditions, first, allowed } = explained
  const failing = conditions.find(({ condition }) => condition === first)
  const complete = conditions.every(({ state }) => state === 'met')
  return (
    <div className="access-why">
      <p className="usable" data-tone={allowed ? 'good' : 'warn'} role="status">
        <strong>{allowed ? (complete ? '可以使用' : '目前没有不满足的条件') : '不能使用'}</strong>
        {failing && (
          <span>
            {failing.text}
            {failing.mend && `；由${menderName(failing.mend.by)}${failing.mend.how}`}
          </span>
        )}
      </p>
      <ol aria-label="使用专线的条件">
        {conditions.map(each => (
          <Row key={each.condition} each={each} menderName={menderName} linkOf={linkOf} />
        ))}
      </ol>
    </div>
  )
}

interface RowProps extends Required<Pick<AccessConditionsProps, 'menderName'>> {
  each: Condition
  linkOf: AccessConditionsProps['linkOf']
}

const Row = ({ each: { condition, state, text, mend }, menderName, linkOf }: RowProps) => (
  <li data-state={state}>
    <span role="img" aria-label={looks[state].word}>
      {looks[state].icon}
    </span>
    <div>
      <b>{accessConditions[condition]}</b>
      <span>{text}</span>
      {mend && (
        <span className="quiet">
          由{menderName(mend.by)}
          {mend.how} {linkOf?.(condition, mend.by)}
        </span>
      )}
    </div>
  </li>
)
