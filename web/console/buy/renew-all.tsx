import { Navigate, useSearchParams } from 'react-router'
import { paths, renewPath } from '#contract/paths.ts'
import { useCall } from '#web/data/use-call.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { renewable } from '../lines/line.ts'
import { renewedState } from './choice.ts'

/** Goes on to the renewal of the lines in a state, as many as a page holds, the soonest first. */
export function RenewAll() {
  const [search] = useSearchParams()
  const state = renewedState(search.get('renew') ?? '')
  const { data, refused, reload } = useCall('getCompanyVplList', { state, order: 'ends', page: 1, page_size: 100 })
  const ids = data?.list.filter(renewable).map(({ svp_id }) => svp_id)
  if (ids?.length) return <Navigate to={renewPath(ids)} replace />
  return (
    <>
      <ListHead title="续费专线" />
      {!data ? (
        <Placeholder refused={refused} retry={reload} rows={8} />
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
