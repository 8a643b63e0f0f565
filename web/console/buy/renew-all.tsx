import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths, renewPath } from '#contract/paths.ts'
import { linesPerOrder } from '#contract/shop.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { count } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { toast } from '#web/ui/toast.ts'
import { notRenewable, renewable } from '../lines/line.ts'
import { renewedState } from './choice.ts'

/** The most rows of one page of a list. */
const page_size = 100

/** Continues to the renewal of the lines in a state, the soonest to end first, and reports which are left out. */
export function RenewAll() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const state = renewedState(search.get('renew') ?? '')
  const filter = { state, order: 'ends', page_size } as const
  const first = useCall('getCompanyVplList', { ...filter, page: 1 })
  const total = first.data?.total ?? 0
  // Two pages hold as many lines as one order takes.
  const second = usePreview('getCompanyVplList', total > page_size ? { ...filter, page: 2 } : undefined, 0)
  const rest = total > page_size ? second.data?.list : []
  const lines = first.data && rest && [...first.data.list, ...rest]
  const ids = lines?.filter(renewable).map(({ svp_id }) => svp_id)

  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads on once
  useEffect(() => {
    if (!lines || !ids?.length) return
    const [others, beyond] = [lines.length - ids.length, total - lines.length]
    const left = [
      others > 0 && notRenewable(others),
      beyond > 0 && `一次最多续费 ${count(linesPerOrder)} 条，到期更晚的 ${count(beyond)} 条请下单之后再续`,
    ].filter(Boolean)
    if (left.length) toast.info(left.join('；'))
    void navigate(renewPath(ids), { replace: true })
  }, [Boolean(ids)])

  return (
    <>
      <ListHead title="续费专线" />
      {!ids || ids.length > 0 ? (
        <Placeholder
          refused={first.refused ?? second.refused}
          retry={(first.refused ? first : second).reload}
          rows={8}
        />
      ) : (
        <Empty
          title={state === 'expiring' ? '没有即将到期的专线' : '没有已到期的专线'}
          text="要提前续费，请在虚拟专线里选择专线，再点“续费”。"
          action={<LinkButton to={paths.manageLine}>查看虚拟专线</LinkButton>}
        />
      )}
    </>
  )
}
