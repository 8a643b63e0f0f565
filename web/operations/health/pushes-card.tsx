import { type PushChannelName, pushChannelNames } from '#contract/operations/health-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { deliveryLooks, type StateLook } from '#web/ui/states.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton } from '../act.tsx'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'

type Channel = OperationOutput<'getPushes'>['channels'][number]
type Push = OperationOutput<'getPushes'>['pushes'][number]

const reloadInterval = 15_000

/** The channels by which the owner is alerted, and the latest alerts. */
export function PushesCard() {
  const called = useOperation('getPushes', {})
  usePolling(called, reloadInterval)
  const { data, refused, reload } = called
  return (
    <section className="sheet" aria-labelledby="health-pushes">
      <h2 id="health-pushes">告警推送</h2>
      <p className="quiet">
        一项检查持续异常约两分钟后推送一次，恢复后再推送一次；一直异常时，提醒的间隔从半小时逐渐延长到一天。
        新的待确认申请也可以推送到群机器人（ALERT_APPROVALS）。
      </p>
      {refused && <Failure refused={refused} retry={reload} />}
      {data && (
        <>
          <ul className="health-channels">
            {data.channels.map(channel => (
              <ChannelRow key={channel.channel} channel={channel} done={reload} />
            ))}
          </ul>
          <h3 className="health-latest">最近的推送</h3>
          <ul className="health-pushes">
            {data.pushes.map(push => (
              <PushRow key={push.push_id} push={push} />
            ))}
            {!data.pushes.length && <li className="quiet">还没有推送过</li>}
          </ul>
        </>
      )}
    </section>
  )
}

function lookOf({ configured, sent_at, failed_at }: Channel): StateLook {
  if (!configured) return { word: '未配置', tone: 'idle' }
  if (failed_at && (!sent_at || Date.parse(failed_at) > Date.parse(sent_at))) return { word: '最近失败', tone: 'bad' }
  return sent_at ? { word: '可用', tone: 'good' } : { word: '未测试', tone: 'warn' }
}

function ChannelRow({ channel, done }: { channel: Channel; done: () => void }) {
  const name = pushChannelNames[channel.channel]
  const { busy, submit } = useSubmission<{ channel: PushChannelName }, unknown>({
    call: api.sendTestPush,
    done,
    // A failed test is also among the alerts.
    outdatedBy: 'any',
  })
  return (
    <li>
      <StateTag state={lookOf(channel)} />
      <b>{name}</b>
      <span className="quiet">
        {channel.sent_at && `最近送达 ${dateTime(channel.sent_at)}　`}
        {channel.failed_at && `最近失败 ${dateTime(channel.failed_at)}：${channel.failure ?? ''}`}
        {!channel.configured && '在门户的环境变量里配置后可用'}
      </span>
      <ActButton
        size="small"
        aria-label={`向${name}发送测试消息`}
        disabled={!channel.configured}
        loading={busy}
        onClick={() => void submit({ channel: channel.channel })}
      >
        发送测试消息
      </ActButton>
    </li>
  )
}

const PushRow = ({ push }: { push: Push }) => (
  <li>
    <details>
      <summary>
        <span>{push.title}</span> <span className="quiet">{dateTime(push.created_at)}</span>{' '}
        {push.deliveries.map(({ channel, state }) => (
          <span key={channel} className="health-delivery">
            {pushChannelNames[channel]} <StateTag state={deliveryLooks[state]} />
          </span>
        ))}
        {!push.deliveries.length && <span className="quiet">没有配置推送渠道</span>}
      </summary>
      <p className="health-text">{push.text}</p>
      {push.deliveries.map(
        ({ channel, failure, attempts }) =>
          failure && (
            <p key={channel} className="quiet">
              {pushChannelNames[channel]} 第 {attempts} 次：{failure}
            </p>
          ),
      )}
    </details>
  </li>
)
