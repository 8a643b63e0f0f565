import '../lines.css'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths, renewPath } from '#contract/paths.ts'
import { usePageName } from '#web/data/page-name.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Columns } from '#web/ui/columns.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { May } from '#web/ui/may.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { BackButton } from '../../back-button.tsx'
import type { LineQuestion } from '../line-dialogs.tsx'
import { LineLogCard } from './line-log-card.tsx'
import { LineOrdersCard } from './line-orders-card.tsx'
import { LinePeopleCard } from './line-people-card.tsx'
import { LineProfileCard } from './line-profile-card.tsx'

const LineDialogs = idlePart(async () => (await import('../line-dialogs.tsx')).LineDialogs)

const back = (
  <LinkButton look="primary" to={paths.manageLine}>
    查看全部专线
  </LinkButton>
)

/** One line: its address, the people who can use it and why, its orders and its history. */
export function LineDetailsPage() {
  const [search] = useSearchParams()
  const id = uuid(search.get('svp_id') ?? '')
  if (!id)
    return (
      <>
        <h1 className="details-none">专线详情</h1>
        <Empty title="没有选择专线" text="从专线列表中点击名称，即可查看地址、权限、订单与记录。" action={back} />
      </>
    )
  return <Details key={id} id={id} />
}

function Details({ id }: { id: string }) {
  const called = useRemembered('getCompanyVplDetail', { svp_id: id })
  const requested = useDialog<LineQuestion>()
  const navigate = useNavigate()
  const { data: line, refused, reload } = called
  const [round, setRound] = useState(0)
  usePageName(line?.name)
  if (refused?.code === -52001)
    return (
      <>
        <h1 className="details-none">专线详情</h1>
        <Empty title="专线不存在" text="链接可能来自另一家企业，或编号不完整。" action={back} />
      </>
    )
  if (!line) return <Placeholder refused={refused} retry={reload} rows={12} />
  return (
    <>
      <BackButton className="details-back" to={paths.manageLine}>
        虚拟专线
      </BackButton>
      <div className="sheets">
        <LineProfileCard line={line} ask={requested.show} renew={() => void navigate(renewPath([line.svp_id]))} />
        <Columns
          left={
            <May call="getVplUserList">
              <LinePeopleCard line={line} />
            </May>
          }
          right={
            <>
              <LineOrdersCard svpId={line.svp_id} />
              <May call="getVplLog">
                <LineLogCard svpId={line.svp_id} round={round} />
              </May>
            </>
          }
        />
      </div>
      <LineDialogs
        dialog={requested}
        done={() => {
          reload()
          setRound(before => before + 1)
        }}
      />
    </>
  )
}
