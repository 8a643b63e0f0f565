import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { linePath, paths } from '#contract/paths.ts'
import { trialDays, trialSeats } from '#contract/trial-names.ts'
import { useCall } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { trialLooks } from '#web/ui/trial-looks.ts'

const TrialDialog = lazyPart(async () => (await import('./trial-dialog.tsx')).TrialDialog)

type Trial = NonNullable<OutputOf<'getTrial'>['trial']>

const offer = `一条虚拟专线与 ${trialSeats} 人的时长，免费使用 ${trialDays} 天`

function textOf(trial: Trial | null): string {
  switch (trial?.state) {
    case undefined:
      return `${offer}，由客服为您开通，到期自动结束。`
    case 'requested':
      return `申请已提交，客服会尽快开通：${offer}。`
    case 'declined':
      return `申请未通过：${trial.reason ?? ''}。可以补充说明后再次申请。`
    case 'active':
      return `${offer}，${trial.ends_at ? `${dateTime(trial.ends_at)}（${fromNow(trial.ends_at)}）` : ''}到期。期间续费，专线与地址会保留。`
    case 'ended':
      return '试用已结束，未用的时长已收回。'
  }
}

/** The company's trial: how to ask for one, and what became of it. */
export function TrialCard() {
  const { data, reload } = useCall('getTrial', {})
  const [search] = useSearchParams()
  const [asking, setAsking] = useState(search.has('trial'))
  if (!data) return null
  const { trial, available } = data
  return (
    <section className="sheet" aria-labelledby="trial-title">
      <div className="sheet-head">
        <h2 id="trial-title">产品试用</h2>
        {trial && <StateTag state={trialLooks[trial.state]} />}
        {available && (
          <Button look="primary" onClick={() => setAsking(true)}>
            申请试用
          </Button>
        )}
        {trial?.state === 'active' && trial.svp_id && (
          <LinkButton look="primary" to={linePath(trial.svp_id)}>
            查看专线
          </LinkButton>
        )}
        {trial?.state === 'ended' && (
          <LinkButton look="primary" to={paths.buyLines}>
            购买专线
          </LinkButton>
        )}
      </div>
      <p className="quiet">{textOf(trial)}</p>
      <TrialDialog open={asking && available} close={() => setAsking(false)} done={reload} offer={offer} />
    </section>
  )
}
