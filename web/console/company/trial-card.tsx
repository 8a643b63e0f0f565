import { useEffect, useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { linePath, paths } from '#contract/paths.ts'
import { trialDays, trialSeats } from '#contract/trial-names.ts'
import { serverNow } from '#web/data/server-time.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { withParameters } from '#web/ui/list/address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { trialLooks } from '#web/ui/trial-looks.ts'

const TrialDialog = idlePart(async () => (await import('./trial-dialog.tsx')).TrialDialog)

type Trial = NonNullable<OutputOf<'getTrial'>['trial']>

const offer = `一条虚拟专线与 ${trialSeats} 人的时长，免费使用 ${trialDays} 天`

function textOf(trial: Trial | null, available: boolean): string {
  switch (trial?.state) {
    case undefined:
      if (!available) return '同一信用代码的企业已使用过试用，不能再次申请；如有需要请联系客服。'
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

/** Days for which an ended trial is still mentioned. */
const toldDays = 7

/**
 * A company that has paid needs no trial, a trial that ended a week ago is no longer of use, and a company that was closed and
 * verified again has already had one.
 */
function isOver({ trial, available, has_paid }: OutputOf<'getTrial'>): boolean {
  switch (trial?.state) {
    case 'requested':
    case 'active':
      return false
    case 'ended':
      return has_paid || Date.parse(trial.ends_at ?? '') < serverNow() - toldDays * 86_400_000
    default:
      return has_paid || !available
  }
}

/** The company's trial: how to request one, and its outcome. */
export function TrialCard() {
  const { data, reload } = useRemembered('getTrial', {})
  const [search, changeSearch] = useSearch()
  // A visitor from the product page wants the trial.
  const [isWanted] = useState(search.has('trial'))
  const [asking, setAsking] = useState(isWanted)
  useEffect(() => {
    // A user who returns to this page is not asked again.
    if (isWanted) changeSearch(now => withParameters(now, { trial: undefined }))
  }, [isWanted, changeSearch])
  if (!data || (isOver(data) && !isWanted)) return null
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
      <p className="quiet">{textOf(trial, available)}</p>
      <TrialDialog open={asking && available} close={() => setAsking(false)} done={reload} offer={offer} />
    </section>
  )
}
