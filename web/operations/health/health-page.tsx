import './health.css'
import { ReloadOutlined } from '@ant-design/icons'
import { type HealthState, healthGroupNames, healthGroups } from '#contract/operations/health-names.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'
import { Columns } from '#web/ui/columns.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { healthLooks } from '#web/ui/states.ts'
import { useRemembered } from '../use-operation.ts'
import { CheckRow } from './check-row.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { PushesCard } from './pushes-card.tsx'
import { RestoreCard } from './restore-card.tsx'

/** Milliseconds between two reloads; the portal checks at the same interval. */
const reloadInterval = 15_000

/** The order of the groups, and of the checks in each: whoever opens the page after an alert looks for its cause. */
const worstFirst: readonly HealthState[] = ['bad', 'warn', 'unknown', 'good', 'absent']
const urgency = ({ state }: { state: HealthState }) => worstFirst.indexOf(state)

/** Shows the state of the portal: every check with its limit and remedy, the failed jobs, and the channels of alerts. */
export function HealthPage() {
  const called = useRemembered('getHealth', {})
  usePolling(called, reloadInterval)
  const { data, refused, loading, reload } = called
  const checks = healthGroups
    .flatMap(group => data?.checks.filter(check => check.group === group) ?? [])
    .toSorted((one, other) => urgency(one) - urgency(other))
  const groups = [...new Set(checks.map(({ group }) => group))]
  return (
    <>
      <ListHead
        title="运行状况"
        text={
          data ? (
            <>
              <StateTag state={healthLooks[data.state]} /> 截至 {dateTime(data.at)}，由副本 {data.replica} 检查
            </>
          ) : (
            '　'
          )
        }
      >
        <Button icon={<ReloadOutlined />} loading={loading} onClick={reload}>
          刷新
        </Button>
      </ListHead>
      {refused && <Failure refused={refused} retry={reload} />}
      {!data && !refused && <Skeleton rows={14} />}
      <Columns
        left={
          data &&
          groups.map(group => (
            <section key={group} className="sheet" aria-labelledby={`health-${group}`}>
              <h2 id={`health-${group}`}>{healthGroupNames[group]}</h2>
              <ul className="health-checks">
                {checks
                  .filter(check => check.group === group)
                  .map(check => (
                    <CheckRow key={check.name} check={check} />
                  ))}
              </ul>
            </section>
          ))
        }
        right={
          <>
            <PushesCard />
            <RestoreCard />
            <FailedJobs done={reload} />
          </>
        }
      />
    </>
  )
}
