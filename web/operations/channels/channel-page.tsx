import './channels.css'
import { Button } from 'antd'
import { useParams, useSearchParams } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { channelLooks } from '#web/ui/states.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { useMay } from '../operator.ts'
import { channelPath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelStateDialog } from './channel-state-dialog.tsx'
import { Codes } from './codes.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import { GreetingPreview } from './greeting-preview.tsx'
import { Results } from './results.tsx'
import { Settlements } from './settlements.tsx'

export type Channel = OperationOutput<'getChannelDetail'>

export function ChannelPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { data: channel, refused, reload } = useOperation('getChannelDetail', { channel_id: id })
  const isFinance = useMay(['finance'])
  const edit = useAsked<Channel>()
  const commission = useAsked<Channel>()
  const standing = useAsked<Channel>()
  if (!channel) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  const tabs = [
    { tab: null, name: '推广码' },
    { tab: 'results', name: '结果' },
    ...(isFinance ? [{ tab: 'settlements', name: '结算' }] : []),
  ]
  const shown = tabs.find(({ tab }) => tab === search.get('tab'))?.tab ?? null
  const facts = [
    { label: '联系人', value: channel.contact_name || '—' },
    { label: '联系电话', value: channel.contact_phone || '—' },
    { label: '佣金比例', value: `${channel.commission_percent}%` },
    { label: '创建时间', value: dateTime(channel.created_at) },
  ]
  return (
    <>
      <ListHead title={channel.name} text={<StateTag state={channelLooks[channel.state]} />}>
        {isFinance && <Button onClick={() => commission.ask(channel)}>设置佣金比例</Button>}
        <Button danger={channel.state === 'active'} onClick={() => standing.ask(channel)}>
          {channel.state === 'active' ? '结束合作' : '恢复合作'}
        </Button>
        <Button type="primary" onClick={() => edit.ask(channel)}>
          修改
        </Button>
      </ListHead>
      <div className="channel-detail">
        <section className="sheet" aria-label="概况">
          <Facts list={facts} />
        </section>
        <GreetingPreview name={channel.name} greeting={channel.greeting} />
      </div>
      <PageTabs label="渠道" path={channelPath(id)} tabs={tabs} shown={shown} />
      {shown === null && <Codes channel={channel} />}
      {shown === 'results' && <Results id={id} />}
      {shown === 'settlements' && <Settlements channel={channel} />}
      {edit.question && (
        <ChannelDialog
          key={`edit-${edit.round}`}
          channel={edit.question}
          open={edit.open}
          close={edit.close}
          done={reload}
        />
      )}
      {commission.question && (
        <CommissionDialog
          key={`commission-${commission.round}`}
          channel={commission.question}
          open={commission.open}
          close={commission.close}
          done={reload}
        />
      )}
      {standing.question && (
        <ChannelStateDialog
          key={`state-${standing.round}`}
          channel={standing.question}
          open={standing.open}
          close={standing.close}
          done={reload}
        />
      )}
    </>
  )
}
