import './passport.css'
import type { OutputOf } from '#contract/index.ts'
import { linePath, paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { useSearch } from '#web/data/use-search.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, placeName } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { date, uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { BackButton } from '../back-button.tsx'
import { InstantCard } from './instant-card.tsx'
import { UsesCard } from './uses-card.tsx'

type Passport = OutputOf<'getLinePassport'>

const back = (
  <LinkButton look="primary" to={paths.manageLine}>
    查看全部专线
  </LinkButton>
)

/** Shows the history of a line's address: its holders since when, and its uses for which shops. */
export function PassportPage() {
  const [search] = useSearch()
  const id = uuid(search.get('svp_id') ?? '')
  if (id) return <Shown key={id} id={id} />
  return (
    <>
      <h1 className="details-none">地址护照</h1>
      <Empty title="没有选择专线" text="从专线详情或“店铺与账号”打开一条专线的护照。" action={back} />
    </>
  )
}

/** Days of China; without them, all that is recorded. */
interface Days {
  from?: string
  to?: string
}

function Shown({ id }: { id: string }) {
  const [search, changeSearch] = useSearch()
  const [from, to] = [date(search.get('from') ?? ''), date(search.get('to') ?? '')]
  const days: Days = { ...(from && { from }), ...(to && { to }) }
  const { data, refused, reload } = useCall('getLinePassport', { svp_id: id, ...days })
  const choose = (next: { from: string | undefined; to: string | undefined }) =>
    changeSearch(
      () => new URLSearchParams({ svp_id: id, ...(next.from && { from: next.from }), ...(next.to && { to: next.to }) }),
    )
  if (refused?.code === -52001 || refused?.code === -56005)
    return (
      <>
        <h1 className="details-none">地址护照</h1>
        <Empty
          title={refused.code === -52001 ? '专线不存在' : '专线还没有地址'}
          text={refused.code === -52001 ? '链接可能来自另一家企业，或编号不完整。' : '绑定地址之后就有护照。'}
          action={back}
        />
      </>
    )
  if (!data) return <Placeholder refused={refused} retry={reload} rows={12} />
  return (
    <div className="passport">
      <BackButton className="details-back" to={linePath(id)}>
        专线详情
      </BackButton>
      <div className="sheets">
        <About passport={data} days={days} />
        <UsesCard passport={data} isRange={Boolean(from || to)}>
          <LazyDaysFilter label="连接日期" from={from} to={to} onChange={choose} />
        </UsesCard>
        <InstantCard svpId={id} />
      </div>
    </div>
  )
}

function About({ passport: { line, since, free_since, recorded_since }, days }: { passport: Passport; days: Days }) {
  const { info } = useProfile()
  return (
    <section className="sheet" aria-labelledby="passport-title">
      <div className="sheet-head">
        <h1 id="passport-title">地址护照 {line.address}</h1>
        <span className="row passport-actions">
          <May call="exportPassport">
            <ExportButton
              load={() =>
                api.exportPassport({
                  svp_id: line.svp_id,
                  ...(days.from && { since: new Date(`${days.from}T00:00:00+08:00`).toISOString() }),
                })
              }
            >
              签名文件
            </ExportButton>
          </May>
          <May call="exportPassportPdf">
            <ExportButton load={() => api.exportPassportPdf({ svp_id: line.svp_id, ...days })}>PDF</ExportButton>
          </May>
        </span>
      </div>
      <Facts
        list={[
          { label: '企业', value: info?.company_name ?? '' },
          { label: '专线', value: `${line.name}（${placeName(line)}）` },
          { label: '自何时起由本企业使用', value: dateTime(since) },
          {
            label: '与其他企业无关',
            value: free_since ? `自 ${dateTime(free_since)} 起` : '此前没有其他企业使用过',
          },
          {
            label: '连接记录始于',
            value: recorded_since ? dateTime(recorded_since) : '还没有连接记录',
          },
        ]}
      />
      <p className="quiet">
        连接由客户端以设备密钥签名上报，时间以服务器为准；更早的、以及旧版客户端没有上报的不在其中。PDF
        中英对照，供平台的审核人员阅读，列出的是核对过的记录；签名文件从所选的开始日期写到链的末端，对方可以用
        <a href="/verify-passport.mjs" download>
          核对程序
        </a>
        （Node.js 18 以上）离线核对，公钥公布在
        <a href="/.well-known/passport-key.json" target="_blank" rel="noreferrer">
          本站
        </a>
        。
      </p>
    </section>
  )
}
