import '../reviews/reviews.css'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { platformNames } from '#contract/device-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { DeviceLogEntries } from '#web/ui/device-log-entries.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { auditLooks, authorizationLooks, disputeLooks, employeeStateLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { reloadingQueues } from '../operator-self.ts'
import { disputePath } from '../paths.ts'
import { Checks } from '../reviews/checks.tsx'
import { useOperation } from '../use-operation.ts'
import { DisputeDialog, type DisputeQuestion } from './dispute-dialog.tsx'

type Dispute = OperationOutput<'getDispute'>

export function DisputePage() {
  const { id = '' } = useParams()
  const { data, refused, reload } = useOperation('getDispute', { dispute_id: id })
  const dialog = useDialog<DisputeQuestion>()
  if (!data) return <Placeholder refused={refused} retry={reload} rows={12} />
  const obstacles = data.checks.filter(check => check.verdict === 'bad')
  return (
    <>
      <ListHead
        title={data.device_name || '已注销用户的设备'}
        text={
          <>
            <StateTag state={disputeLooks[data.state]} /> {data.company_name}：{data.claimant_name} 的客户端上报了登记在{' '}
            {data.holder_name} 名下的设备
          </>
        }
      >
        {data.state === 'open' && (
          <>
            <ActButton danger onClick={() => dialog.show({ dispute: data, decision: 'reject' })}>
              驳回
            </ActButton>
            <ActButton
              look="primary"
              disabled={obstacles.length > 0}
              onClick={() => dialog.show({ dispute: data, decision: 'hand_over' })}
            >
              移交给申请人
            </ActButton>
          </>
        )}
      </ListHead>
      {obstacles.length > 0 && (
        <p className="review-stop">现在不能移交：{obstacles.map(check => check.text).join('；')}。</p>
      )}
      {data.state !== 'open' && (
        <p className="review-next" role="status">
          {outcomeOf(data)}
        </p>
      )}
      <div className="review">
        <div className="review-side">
          <div className="parties">
            <Party title="申请人" person={data.claimant} gone={data.claimant_name}>
              <Facts
                list={[
                  { label: '上报的设备名', value: data.reported_name || '—' },
                  { label: '上报的地址', value: data.reported_ip || '—' },
                  { label: '上报次数', value: `${count(data.times)} 次` },
                  { label: '首次上报', value: dateTime(data.first_at) },
                  { label: '最近上报', value: `${dateTime(data.last_at)}（${fromNow(data.last_at)}）` },
                ]}
              />
            </Party>
            <Party title="登记在" person={data.holder} gone={data.holder_name}>
              <Device device={data.device} />
            </Party>
          </div>
        </div>
        <div className="review-side">
          {data.checks.length > 0 && (
            <section className="sheet" aria-labelledby="checks-title">
              <h2 id="checks-title">核对结果</h2>
              <Checks list={data.checks} />
            </section>
          )}
          <section className="sheet" aria-labelledby="log-title">
            <h2 id="log-title">设备日志</h2>
            {data.log.length ? <DeviceLogEntries list={data.log} /> : <p className="quiet">没有日志。</p>}
          </section>
          {data.earlier.length > 0 && <Earlier list={data.earlier} />}
        </div>
      </div>
      {dialog.subject && (
        <DisputeDialog key={dialog.key} question={dialog.subject} {...dialog.props} done={reloadingQueues(reload)} />
      )}
    </>
  )
}

function outcomeOf({ state, decided_by, decided_at, reason, claimant_name }: Dispute): string {
  const at = decided_at ? dateTime(decided_at) : ''
  if (state === 'lapsed') return `${at} 自动失效：设备已被移除，或 ${claimant_name} 已离开企业。`
  return `${decided_by ?? ''}于 ${at} ${state === 'handed_over' ? '移交给申请人' : '驳回'}：${reason ?? ''}`
}

interface PartyProps {
  title: string
  person: Dispute['holder']
  /** The text for a person who no longer exists. */
  gone: string
  children: ReactNode
}

const Party = ({ title, person, gone, children }: PartyProps) => (
  <section className="sheet" aria-label={title}>
    <div className="sheet-head">
      <h2>
        {title}：{person?.name ?? gone}
      </h2>
      {person ? <StateTag state={employeeStateLooks[person.state]} /> : <span className="quiet">已不在企业</span>}
    </div>
    {person && (
      <Facts
        list={[
          { label: '手机号', value: person.phone },
          { label: '部门', value: person.dept_path ?? '未分配部门' },
          { label: '工号', value: person.job_number ?? '—' },
          { label: '服务到期', value: person.service_ends_at ? dateTime(person.service_ends_at) : '未分配' },
          {
            label: '使用中的设备',
            value: `${person.in_use}/${person.device_limit} 台${person.pending ? `，待审核 ${person.pending} 台` : ''}`,
          },
        ]}
      />
    )}
    {children}
  </section>
)

const Device = ({ device }: { device: Dispute['device'] }) =>
  device ? (
    <Facts
      list={[
        { label: '系统', value: `${platformNames[device.platform]} · ${device.os_version}` },
        { label: '客户端版本', value: device.client_version },
        { label: '审核', value: <StateTag state={auditLooks[device.audit_state]} /> },
        { label: '授权', value: <StateTag state={authorizationLooks[device.auth_state]} /> },
        { label: '最近地址', value: device.last_ip ?? '—' },
        {
          label: '最后在线',
          value: device.last_seen_at ? `${dateTime(device.last_seen_at)}（${fromNow(device.last_seen_at)}）` : '—',
        },
        { label: '登记时间', value: dateTime(device.created_at) },
      ]}
    />
  ) : (
    <p className="quiet">设备已被移除。</p>
  )

const Earlier = ({ list }: { list: Dispute['earlier'] }) => (
  <section className="sheet" aria-labelledby="earlier-title">
    <h2 id="earlier-title">这台设备的其他争议</h2>
    <ul className="review-past">
      {list.map(each => (
        <li key={each.dispute_id}>
          <span>
            <StateTag state={disputeLooks[each.state]} />
            <Link to={disputePath(each.dispute_id)}>
              {each.claimant_name} 申请，登记在 {each.holder_name}
            </Link>
            <span className="quiet">{dateTime(each.first_at)}</span>
          </span>
          {each.reason && <span className="quiet">{each.reason}</span>}
        </li>
      ))}
    </ul>
  </section>
)
