import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { setupStepWords } from '#contract/operations/dashboard-names.ts'
import { useReachable } from '../reachable.ts'
import { useOperation } from '../use-operation.ts'

/** Guides through the setup that is required before anything can be sold, and disappears afterwards. */
export function SetupCard() {
  const { data } = useOperation('getSetupSteps', {}, { background: true })
  const reachable = useReachable()
  if (!data || data.steps.every(({ done }) => done)) return null
  const next = data.steps.find(({ done }) => !done)?.step
  return (
    <section className="sheet setup-card" aria-labelledby="setup-title">
      <h2 id="setup-title">开售之前</h2>
      <p className="quiet">还没有客户可以购买的专线。按次序完成下面各步；已完成的打勾，全部完成后这里不再显示。</p>
      <ol className="setup-steps">
        {data.steps.map(({ step, done }) => {
          const { name, about, menu } = setupStepWords[step]
          const page = reachable.find(({ key }) => key === menu)
          return (
            <li key={step} data-done={done} aria-current={step === next ? 'step' : undefined}>
              <span className="setup-name">
                {done && <CheckCircleFilled aria-label="已完成" />} {name}
              </span>
              <span className="quiet">{about}</span>
              {!done &&
                (page ? (
                  <Link to={page.path}>
                    去{page.name} <RightOutlined aria-hidden="true" />
                  </Link>
                ) : (
                  <span className="quiet">由有权限的同事完成</span>
                ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
