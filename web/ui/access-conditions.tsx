import './access-conditions.css'
import { CheckCircleFilled, CloseCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { type AccessCondition, accessConditions, type Resolver, resolvers } from '#contract/access-names.ts'
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
  /** Names the person who can resolve a condition, in the page's form of address. */
  menderName?: (by: Resolver) => string
  /** Links to the page where a condition is resolved, for users who may open it. */
  linkOf?: (condition: AccessCondition, by: Resolver) => ReactNode
}

/** Shows every condition for using a line in order, with the one that fails first above them. */
export function AccessConditions({ explained, menderName = by => resolvers[by], linkOf }: AccessConditionsProps) {
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
