import './lines.css'
import { useState } from 'react'
import { useParams } from 'react-router'
import { rebindsPerMonth } from '#contract/line-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Columns } from '#web/ui/columns.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, fromNow, placeName } from '#web/ui/format.ts'
import { LineLogEntries } from '#web/ui/line-log-entries.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { companyStates, lineLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { CompanyLink } from '../company-link.tsx'
import { addressesAt, auditOf, operationsPaths, salesOrderPath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { useOperation } from '../use-operation.ts'
import { LineDialogs, type LineQuestion, lineActionsOf } from './line-dialogs.tsx'
import { PeopleCard } from './people-card.tsx'

type Detail = OperationOutput<'getOperatedLine'>
interface Which {
  company_id: string
  line_id: string
}

const none = (
  <>
    <h1 className="details-none">专线详情</h1>
    <Empty
      title="专线不存在"
      text="链接可能不完整。"
      action={<LinkButton to={operationsPaths.lines}>查看全部专线</LinkButton>}
    />
  </>
)

export function LinePage() {
  const { company = '', id = '' } = useParams()
  if (!uuid(company) || !uuid(id)) return none
  return <Details company_id={company} line_id={id} />
}

function Details(which: Which) {
  const { data: line, refused, reload } = useOperation('getOperatedLine', which)
  const requested = useDialog<LineQuestion>()
  const [round, setRound] = useState(0)
  if (refused?.code === -52001) return none
  if (!line) return <Placeholder refused={refused} retry={reload} rows={12} />
  return (
    <>
      <div className="sheets">
        <ProfileCard line={line} ask={requested.show} />
        <Columns left={<PeopleCard which={which} />} right={<LogCard which={which} round={round} />} />
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

function ProfileCard({ line, ask }: { line: Detail; ask: (question: LineQuestion) => void }) {
  const { line_id, name, state, suspend_reason, address, gateway, company_id, company, company_state } = line
  const actions = lineActionsOf(line, ask).filter(action => action !== null)
  return (
    <section className="sheet" aria-labelledby="line-title">
      <div className="sheet-head">
        <h1 id="line-title">{name}</h1>
        <StateTag state={lineLooks[state]} />
      </div>
      <p className="quiet">{line.remark || '无备注'}</p>
      {suspend_reason && <p className="operated-note">暂停原因：{suspend_reason}</p>}
      {actions.length > 0 && (
        <div className="row operated-buttons">
          {actions.map(({ key, label, danger, run }) => (
            <ActButton key={key} danger={danger} onClick={run}>
              {label}
            </ActButton>
          ))}
        </div>
      )}
      <Facts
        list={[
          {
            label: '企业',
            value: (
              <>
                <CompanyLink id={company_id} name={company} />{' '}
                {company_state !== 'active' && <StateTag state={companyStates[company_state]} />}
              </>
            ),
          },
          {
            label: '地址',
            value: address ? (
              <span className="copied">
                <ReachLink to={addressesAt({ keyword: address })}>
                  <code>{address}</code>
                </ReachLink>
                <CopyButton text={address} label="地址" />
              </span>
            ) : (
              '未绑定'
            ),
          },
          { label: '网关', value: gateway ? <code>{gateway}</code> : '—' },
          { label: '地区', value: placeName(line) },
          {
            label: '接入方式',
            value: line.bandwidth ? `${line.access_way} · ${line.bandwidth} Mbps` : line.access_way,
          },
          { label: '有权使用', value: `${count(line.people)} 人，通过 ${count(line.groups)} 个专线组` },
          { label: '开通时间', value: dateTime(line.starts_at) },
          { label: '绑定时间', value: line.bound_at ? dateTime(line.bound_at) : '—' },
          { label: '到期时间', value: `${dateTime(line.ends_at)}（${fromNow(line.ends_at)}）` },
          ...(line.grace_ends_at ? [{ label: '地址保留至', value: dateTime(line.grace_ends_at) }] : []),
          { label: '自动续费', value: line.auto_renew ? '已开启' : '未开启' },
          { label: '企业本月可更换', value: `${line.rebinds_left} 次（每月 ${rebindsPerMonth} 次）` },
          {
            label: '购买订单',
            value: line.order_number ? (
              <ReachLink className="figures" to={salesOrderPath(line.order_number)}>
                {line.order_number}
              </ReachLink>
            ) : (
              '试用'
            ),
          },
          { label: '专线编号', value: <code>{line_id}</code> },
        ]}
      />
      <ReachLink className="operated-audit" to={auditOf(`line:${line_id}`)} otherwise={null}>
        审计日志
      </ReachLink>
    </section>
  )
}

const pageSize = 10

/** The history of the line, newest first. `round` increases after a change on this page. */
function LogCard({ which, round }: { which: Which; round: number }) {
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useOperation('getOperatedLineLog', { ...which, page, page_size: pageSize })
  useReloadOnChange(round, reload)
  return (
    <section className="sheet" aria-labelledby="log-title">
      <div className="sheet-head">
        <h2 id="log-title">记录</h2>
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} rows={4} />
      ) : (
        <>
          {data.list.length === 0 && <p className="quiet">还没有记录。</p>}
          <LineLogEntries data={data} page={page} pageSize={pageSize} onPageChange={setPage} />
        </>
      )}
    </section>
  )
}
