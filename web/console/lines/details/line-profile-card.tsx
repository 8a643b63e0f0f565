import { Link } from 'react-router'
import { rebindsPerMonth } from '#contract/line-names.ts'
import { authorityPath, orderPath, passportPath } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow, placeName } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { May } from '#web/ui/may.tsx'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { lineLooks } from '#web/ui/states.ts'
import { bindable, type LineDetail, renewable, stateNote } from '../line.ts'
import { LineAddress } from '../line-columns.tsx'
import type { LineQuestion } from '../line-dialogs.tsx'

interface LineProfileCardProps {
  line: LineDetail
  ask: (question: LineQuestion) => void
  renew: () => void
}

export function LineProfileCard({ line, ask, renew }: LineProfileCardProps) {
  const { name, remark, state, access_way, bandwidth, address, gateway, groups } = line
  const note = stateNote(line)
  const unbound = state === 'unbound'
  const bind = bindable(line) && (
    <May call="bindCompanyVpl">
      <Button look={unbound ? 'primary' : 'default'} onClick={() => ask({ kind: 'bind', lines: [line] })}>
        {unbound ? '绑定地址' : '更换地址'}
      </Button>
    </May>
  )
  const renewal = renewable(line) && (
    <May call="createOrder">
      <Button look={unbound ? 'default' : 'primary'} onClick={renew}>
        续费
      </Button>
    </May>
  )
  return (
    <section className="sheet" aria-labelledby="line-title">
      <div className="details-head">
        <div>
          <h1 id="line-title">{name}</h1>
          <p>
            <StateTag state={lineLooks[state]} />
            <span className="quiet">{remark || '无备注'}</span>
          </p>
        </div>
        {state !== 'released' && (
          <div className="row">
            {address && <LinkButton to={passportPath(line.svp_id)}>地址护照</LinkButton>}
            <May call="setCompanyVpl">
              <Button onClick={() => ask({ kind: 'edit', lines: [line] })}>名称与备注</Button>
              <Button onClick={() => ask({ kind: line.auto_renew ? 'renewOff' : 'renewOn', lines: [line] })}>
                {line.auto_renew ? '关闭自动续费' : '开启自动续费'}
              </Button>
            </May>
            {unbound ? renewal : bind}
            {unbound ? bind : renewal}
          </div>
        )}
      </div>
      {note && (
        <p className="line-note" data-tone={lineLooks[state].tone}>
          {note}
        </p>
      )}
      <Facts
        list={[
          { label: '地址', value: <LineAddress address={address} /> },
          {
            label: '网关',
            value: gateway ? (
              <span className="copied">
                <code>{gateway}</code>
                <CopyButton text={gateway} label="网关" />
              </span>
            ) : (
              '绑定地址后可见'
            ),
          },
          { label: '国家/地区', value: placeName(line) },
          { label: '接入方式', value: bandwidth ? `${access_way} · ${bandwidth} Mbps` : access_way },
          { label: '开通时间', value: dateTime(line.starts_at) },
          { label: '到期时间', value: `${dateTime(line.ends_at)}（${fromNow(line.ends_at)}）` },
          { label: '本月可更换地址', value: `${line.rebinds_left} 次（每月 ${rebindsPerMonth} 次）` },
          { label: '自动续费', value: line.auto_renew ? '已开启' : '未开启' },
          {
            label: '专线组',
            value: groups.length ? (
              <span className="line-groups">
                {groups.map(group => (
                  <ReachedLink key={group.group_id} to={authorityPath(group.group_id)}>
                    {group.name}
                  </ReachedLink>
                ))}
              </span>
            ) : (
              '未分组，无人可用'
            ),
          },
          {
            label: '购买订单',
            value: line.order_id ? <Link to={orderPath(line.order_id)}>{line.order_number}</Link> : '试用',
          },
        ]}
      />
    </section>
  )
}
