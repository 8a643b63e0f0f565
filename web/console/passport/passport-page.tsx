import './passport.css'
import { linePath, paths } from '#contract/paths.ts'
import { usePageName } from '#web/data/page-name.ts'
import { useCall } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { date, uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { BackButton } from '../back-button.tsx'
import { AboutCard, type Shown } from './about-card.tsx'
import { InstantCard } from './instant-card.tsx'
import { UsesCard } from './uses-card.tsx'

const back = (
  <LinkButton look="primary" to={paths.manageLine}>
    查看全部专线
  </LinkButton>
)

const noLine = { title: '专线不存在', text: '链接可能来自另一家企业，或编号不完整。' }
const noAddress = { title: '专线还没有地址', text: '绑定地址之后就有护照。' }
const notHeld = { title: '专线没有用过这个地址', text: '从专线的护照里选择它用过的地址。' }

/** Shows the history of a line's address: its holders with their periods, and its uses by shop. */
export function PassportPage() {
  const [search] = useSearch()
  const id = uuid(search.get('svp_id') ?? '')
  if (id) return <Passport key={id} id={id} />
  return (
    <>
      <h1 className="details-none">地址护照</h1>
      <Empty title="没有选择专线" text="从专线详情或“店铺与账号”打开一条专线的护照。" action={back} />
    </>
  )
}

function Passport({ id }: { id: string }) {
  const [search, changeSearch] = useSearch()
  const [from, to] = [date(search.get('from') ?? ''), date(search.get('to') ?? '')]
  const address = search.get('address')
  const shown: Shown = { svp_id: id, ...(address && { address }), ...(from && { from }), ...(to && { to }) }
  const { data, refused, reload } = useCall('getLinePassport', shown)
  usePageName(data && `地址护照 ${data.line.address}`)
  const choose = (next: { from: string | undefined; to: string | undefined }) =>
    changeSearch(
      () =>
        new URLSearchParams({
          svp_id: id,
          ...(address && { address }),
          ...(next.from && { from: next.from }),
          ...(next.to && { to: next.to }),
        }),
    )
  if (refused?.code === -52001 || refused?.code === -56005)
    return (
      <>
        <h1 className="details-none">地址护照</h1>
        <Empty {...(refused.code === -52001 ? noLine : address ? notHeld : noAddress)} action={back} />
      </>
    )
  if (!data) return <Placeholder refused={refused} retry={reload} rows={12} />
  return (
    <div className="passport">
      <BackButton className="details-back" to={linePath(id)}>
        专线详情
      </BackButton>
      <div className="sheets">
        <AboutCard passport={data} shown={shown} />
        <UsesCard passport={data} isRange={Boolean(from || to)}>
          <LazyDaysFilter label="连接日期" from={from} to={to} onChange={choose} />
        </UsesCard>
        <InstantCard key={data.line.address} svpId={id} until={data.until} />
      </div>
    </div>
  )
}
