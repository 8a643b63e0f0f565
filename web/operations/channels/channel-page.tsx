import './channels.css'
import { useParams, useSearchParams } from 'react-router'
import { Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageTabs } from '#web/ui/page-tabs.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { channelLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { useMay, useMayRead } from '../operator.ts'
import { channelPath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import type { Channel } from './channel.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import { ChannelStateDialog } from './channel-state-dialog.tsx'
import { Codes } from './codes.tsx'
import { CommissionDialog } from './commission-dialog.tsx'
import { GreetingPreview } from './greeting-preview.tsx'
import { Results } from './results.tsx'
import { Settlements } from './settlements.tsx'

export function ChannelPage() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { data: channel, refused, reload } = useOperation('getChannelDetail', { channel_id: id })
  const isFinance = useMay(['finance'])
  const readsSettlements = useMayRead(['finance'])
  const edit = useDialog<Channel>()
  const commission = useDialog<Channel>()
  const standing = useDialog<Channel>()
  if (!channel) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  const tabs = [
    { tab: null, name: '推广码' },
    { tab: 'results', name: '结果' },
    ...(readsSettlements ? [{ tab: 'settlements', name: '结算' }] : []),
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
        {isFinance && <ActButton onClick={() => commission.show(channel)}>设置佣金比例</ActButton>}
        <ActButton danger={channel.state === 'active'} onClick={() => standing.show(channel)}>
          {channel.state === 'active' ? '结束合作' : '恢复合作'}
        </ActButton>
        <ActButton look="primary" onClick={() => edit.show(channel)}>
          修改
        </ActButton>
      </ListHead>
      <div className="channel-detail">
        <section className="sheet" aria-label="概况">
          <Facts list={facts} />
        </section>
        <GreetingPreview name={channel.name} greeting={channel.greeting} />
      </div>
      <PageTabs label="渠道" path={channelPath(id)} tabs={tabs} active={shown} />
      {shown === null && <Codes channel={channel} />}
      {shown === 'results' && <Results id={id} />}
      {shown === 'settlements' && <Settlements channel={channel} />}
      {edit.subject && <ChannelDialog key={`edit-${edit.key}`} channel={edit.subject} {...edit.props} done={reload} />}
      {commission.subject && (
        <CommissionDialog
          key={`commission-${commission.key}`}
          channel={commission.subject}
          {...commission.props}
          done={reload}
        />
      )}
      {standing.subject && (
        <ChannelStateDialog
          key={`state-${standing.key}`}
          channel={standing.subject}
          {...standing.props}
          done={reload}
        />
      )}
    </>
  )
}
